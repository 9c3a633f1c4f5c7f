import type { Certificate, TLSSocket } from 'node:tls';
import { cleanHandle, type Redact } from '../errors/cleanText.ts';
import type { ProbedCertificate } from './probe.ts';

/**
 * What the other end of a finished handshake showed, whether or not it is trusted. Its names are whatever somebody
 * wrote into it, so they are made fit to be shown. `isChecked`: see ProbedCertificate.
 */
export function describeCertificate(
  socket: TLSSocket,
  { isChecked, redact }: { readonly isChecked: boolean; readonly redact: Redact },
): ProbedCertificate {
  const certificate = socket.getPeerCertificate();
  const clean = (text: string) => cleanHandle(text, redact) ?? '';
  // Chain, dates and host name: Node has checked them all by now. Its types say Error, it gives the error's code.
  const problem: unknown = socket.authorizationError;
  return {
    subject: clean(nameOf(certificate.subject, 'CN') || (certificate.subjectaltname ?? '')),
    issuer: clean(describeIssuer(certificate.issuer)),
    validFrom: readDate(certificate.valid_from),
    validTo: readDate(certificate.valid_to),
    isTrusted: socket.authorized,
    ...(typeof problem === 'string' && { problemCode: problem }),
    isChecked,
    tlsVersion: socket.getProtocol() ?? '',
  };
}

function describeIssuer(issuer: Certificate): string {
  const organisation = nameOf(issuer, 'O') || nameOf(issuer, 'OU');
  const name = nameOf(issuer, 'CN');
  return organisation && name && organisation !== name ? `${organisation} (${name})` : organisation || name;
}

function nameOf(names: Certificate | undefined, field: 'CN' | 'O' | 'OU'): string {
  const values = names?.[field] ?? [];
  return (typeof values === 'string' ? [values] : values).join(', ');
}

function readDate(text: string | undefined): number {
  return Date.parse(text ?? '') || 0;
}
