import { createPrivateKey } from 'node:crypto';

/** A certificate for 127.0.0.1 that nobody but itself vouches for, valid for a hundred years, and its key. */
export const selfSignedCertificate = {
  key: createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: 'swvva0XNoW600SUfk0OOex9mtZMerSPPjiFEval4a1M',
      x: 'pzOCiQzmzjI2FiwoLa9UzTMYFxxB-DePS-MKaY1HLOQ',
      y: 'zWFadmwrIBse1OPB19u-x3GvXuml_cy1RaXHoJ8tkY4',
    },
  }).export({ type: 'pkcs8', format: 'pem' }),
  cert: toPem(
    'MIIBizCCATCgAwIBAgIUD7vQA78UubHUjrJunAhNegpUgXMwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGbm9ib2R5MCAXDTI2' +
      'MTEyMTA5NTY1M1oYDzIxMjYxMDI4MDk1NjUzWjARMQ8wDQYDVQQDDAZub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
      'AASnM4KJDObOMjYWLCgtr1TNMxgXHEH4N49L4wppjUcs5M1hWnZsKyAbHtTjwdfbvsdxr17ppf3MtUWlx6CfLZGOo2QwYjAd' +
      'BgNVHQ4EFgQU1c2LpOolJ9ysTxPmTrXj2vB8C2owHwYDVR0jBBgwFoAU1c2LpOolJ9ysTxPmTrXj2vB8C2owDwYDVR0TAQH/' +
      'BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQCyvMWvI0ZoD0mjxTVW9N3MJxJkt4z94fRgFyxR' +
      'Eq7TmgIhAPx9FfbtG7jRgMUn6Sxl4bJdgmv+9ckIBoGFLT6Lf5C1',
  ),
};

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
