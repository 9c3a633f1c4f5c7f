import { isRandom } from '../randomText.ts';
import { isPasswordText } from './secretForms.ts';
import { isPasswordName, isSecretName } from './secretNames.ts';

interface Found {
  readonly kind: 'password' | 'token';
  readonly start: number;
  readonly end: number;
}

/** A name and its value that have something between them, or around them, in the languages of settings. */
export const pairs: readonly RegExp[] = [
  // Kubernetes and Docker Compose; the same in JSON.
  /\bname["']?:[ \t]{0,4}["']?(?<name>[\w.-]{1,100})["']?,?[ \t]{0,4}\r?\n[ \t]{0,60}["']?value["']?:[ \t]{0,4}(?:"(?<quoted>[^"\r\n]{3,400})"|(?<secret>[^\s"'#][^\s#]{2,400}))/dg,
  /"name"[ \t]{0,4}:[ \t]{0,4}"(?<name>[\w.-]{1,100})"[ \t]{0,4},[ \t]{0,4}"value"[ \t]{0,4}:[ \t]{0,4}"(?<secret>[^"\r\n]{3,400})"/dg,
  // Maven's settings, and others in XML.
  /<(?<name>[A-Za-z][\w.-]{1,60})>[ \t]{0,4}(?<secret>[^<>\s]{3,400})[ \t]{0,4}<\/\k<name>>/dg,
  /<[a-z]{1,20}[ \t]{1,4}(?:key|name)="(?<name>[\w.:-]{1,100})"[ \t\r\n]{1,40}value="(?<secret>[^"\r\n]{3,400})"/dgi,
  // Terraform.
  /\bvariable[ \t]{1,4}"(?<name>[\w-]{1,100})"[ \t]{0,4}\{[^{}]{0,1000}?\bdefault[ \t]{0,20}=[ \t]{0,20}"(?<secret>[^"\r\n]{3,400})"/dg,
];

/** Values of which the name stands further away than beside them. */
export function findPairedValues(text: string): Found[] {
  return [...pairs.flatMap((pattern) => findPairs(text, pattern)), ...findSecretManifests(text)];
}

function findPairs(text: string, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const { name = '', secret = groups?.['quoted'] ?? '' } = groups ?? {};
    const [start, end] = indices?.groups?.['secret'] ?? indices?.groups?.['quoted'] ?? [0, 0];
    const isPassword = isPasswordName(name);
    const isSecret = isSecretName(name) && isPasswordText(secret) && (isPassword || isRandom(secret));
    return isSecret ? [{ kind: isPassword ? ('password' as const) : ('token' as const), start, end }] : [];
  });
}

/** All values of a Secret of Kubernetes, whatever their names are. */
function findSecretManifests(text: string): Found[] {
  const isSecretKind = /^kind:[ \t]{0,9}["']?Secret\b/m;
  if (!isSecretKind.test(text)) return [];
  const found: Found[] = [];
  let at = 0;
  for (const document of text.split(/^(?=---)/m)) {
    const isSecret = isSecretKind.test(document);
    let isInData = false;
    for (const line of document.split('\n')) {
      if (/^\S/.test(line)) isInData = isSecret && /^(?:data|stringData):\s{0,9}$/.test(line);
      const value = isInData ? manifestValue.exec(line) : null;
      const [start, end] = value?.indices?.groups?.['secret'] ?? [];
      if (start !== undefined && end !== undefined && isPasswordText(line.slice(start, end)))
        found.push({ kind: 'token', start: at + start, end: at + end });
      at += line.length + 1;
    }
    at--;
  }
  return found;
}

const manifestValue = /^[ \t]{1,60}[\w.-]{1,253}:[ \t]{1,60}["']?(?<secret>[^\s"'#|>][^\s"']{2,8000})/d;
