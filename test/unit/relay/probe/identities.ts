import { createPrivateKey } from 'node:crypto';

/** The key of the two servers below. */
const key = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: '0OEQzE9Oi-PGhmk9lzYbEA9KvzwPa4wJ6ldaGRELF6A',
    x: 'NPZ17FLhkfNh7lEYzciClboqlOSab1pw5Rh2lwrfkTI',
    y: '4FvSiB-swjF0IXFA2simn8-wB8KBmu3Z_ER_VrRPWl4',
  },
})
  .export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** The certificate of 'Example Root' of 'Example Trust', until the end of 2099. */
export const exampleRoot = toPem(
  'MIIBgTCCASigAwIBAgICEAEwCgYIKoZIzj0EAwIwLzEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEVMBMGA1UEAwwMRXhhbXBs' +
    'ZSBSb290MCAXDTAwMDEwMTAwMDAwMFoYDzIwOTkxMjMxMjM1OTU5WjAvMRYwFAYDVQQKDA1FeGFtcGxlIFRydXN0MRUwEwYD' +
    'VQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARQmwBaTGxZQf2OKbi0WUj41IKvpw4PtfahBAcX' +
    'fux03nGImy4tYPkHhoLNfC7aXCAlS8AzYtLLBWoFagQJWzyjozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSair01' +
    'P6/c3BOyLdIql6aWzrzoWTAKBggqhkjOPQQDAgNHADBEAiBgTz3IgUNgsG26KkUGK8WC5R8VuSkRTJQMZy/5o8DfHgIgETqW' +
    'JcnAsTTgXgufNPaQOxAPOEkFRAZwInk58ho+50M=',
);

/** For 127.0.0.1, issued by `exampleRoot` for the year 2020. */
export const expiredIdentity = {
  key,
  cert: toPem(
    'MIIBjjCCATSgAwIBAgICEAIwCgYIKoZIzj0EAwIwLzEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEVMBMGA1UEAwwMRXhhbXBs' +
      'ZSBSb290MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowHDEaMBgGA1UEAwwRcmVsYXkuZXhhbXBsZS5jb20wWTAT' +
      'BgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ09nXsUuGR82HuURjNyIKVuiqU5JpvWnDlGHaXCt+RMuBb0ogfrMIxdCFxQNrIpp/P' +
      'sAfCgZrt2fxEf1a0T1peo1MwUTAPBgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBROBp8i823Jk5L3sjRj/98OBR//rTAfBgNV' +
      'HSMEGDAWgBSair01P6/c3BOyLdIql6aWzrzoWTAKBggqhkjOPQQDAgNIADBFAiBCD9DmiledlIR3xSPa87nHmSoYCpofLDeC' +
      'EZDgKrL3+gIhANHSnCBE/tCdjLEXYNeY8ufcH6rHtCAiipXzEeg58mCZ',
  ),
};

/**
 * For 127.0.0.1, self-signed, with names that do harm if they are shown unchanged: a line break,
 * an escape sequence, a mark that reverses the text direction, something like an API key, and too much text.
 */
export const hostileIdentity = {
  key,
  cert: toPem(
    'MIIDMTCCAtigAwIBAgICEAMwCgYIKoZIzj0EAwIwggEFMS4wLAYDVQQKDCVCYW5rCuKArmtuYUIbWzMxbSBzay0wYUIxY0Qy' +
      'ZUYzZ0g0aUo1MUUwQwYDVQQDDDx5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5' +
      'eXl5eXl5eXkxRTBDBgNVBAMMPHp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6' +
      'enp6enp6ejFFMEMGA1UEAww8d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3' +
      'd3d3d3d3MCAXDTAwMDEwMTAwMDAwMFoYDzIwOTkxMjMxMjM1OTU5WjCCAQUxLjAsBgNVBAoMJUJhbmsK4oCua25hQhtbMzFt' +
      'IHNrLTBhQjFjRDJlRjNnSDRpSjUxRTBDBgNVBAMMPHl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5' +
      'eXl5eXl5eXl5eXl5eXl5eXl5eTFFMEMGA1UEAww8enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6' +
      'enp6enp6enp6enp6enp6enp6MUUwQwYDVQQDDDx3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3' +
      'd3d3d3d3d3d3d3d3d3d3d3cwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ09nXsUuGR82HuURjNyIKVuiqU5JpvWnDlGHaX' +
      'Ct+RMuBb0ogfrMIxdCFxQNrIpp/PsAfCgZrt2fxEf1a0T1peozIwMDAPBgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBROBp8i' +
      '823Jk5L3sjRj/98OBR//rTAKBggqhkjOPQQDAgNHADBEAiBYKQdcc3MOGEV4vHiyYeK2mNoB1oDDy9VwWOSNhxnkMwIgTBCG' +
      '+yMdCnA1bUH7PBkMja54pmELFq3tN+37VS2T4Co=',
  ),
};

function toPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** A self-signed certificate for 127.0.0.1, valid for a hundred years, and its key. */
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
