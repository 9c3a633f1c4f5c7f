import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './projectPaths.ts';
import { runScript } from './runScript.ts';

/**
 * Turns gitleaks' rule set into src/text/secrets/gitleaksRules.ts: `npm run secretRules -- path/to/gitleaks.toml vX.Y.Z`.
 * Its patterns are Go's; ours need no flags in the middle, and an end to each repetition, so that no text makes them slow.
 */

/** Left out: what names alone find better (`namedValues.ts`), what has no bound, and what is no secret. */
const leftOut =
  /^(?:generic-api-key|curl-.*|kubernetes-secret-yaml|nuget-config-password|hashicorp-tf-password|private-key|pkcs12-file|jwt.*|freemius-.*|sourcegraph-access-token|aws-amazon-bedrock-api-key-short-lived|.*-(?:client-id|access-id|api-id|user-name)|.*-pub(?:lic)?-(?:api-)?key|gitlab-feature-flag-.*|vault-service-token)$/;

const kinds: readonly (readonly [kind: string, ids: RegExp])[] = [
  ['cloudKey', /^(?:aws|gcp|azure|alibaba|digitalocean|yandex|cloudflare|heroku|flyio|scalingo)-/],
  ['codeHostToken', /^(?:github|gitlab|bitbucket|npm|pypi|rubygems|clojars)-/],
  ['chatToken', /^(?:slack|discord|telegram|microsoft-teams|mattermost|gitter)-/],
  ['paymentKey', /^(?:stripe|square|flutterwave|plaid|gocardless|coinbase)-/],
  ['modelKey', /^(?:anthropic|openai|huggingface|cohere|perplexity|privateai)-/],
];

/** What stands between a service's name and its key. */
const assignment = '(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)';
const wordBefore = '[\\w.-]{0,50}?';
const endOfValue = /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/;
const longestRepetition = 1000;

interface Rule {
  readonly id: string;
  readonly kind: string;
  readonly keywords: readonly string[];
  readonly pattern: string;
  readonly entropy: number;
  /** The service's name is beside a value that could be anything else's. */
  readonly isNamed: boolean;
}

function readRules(toml: string): Rule[] {
  return toml
    .split(/^\[\[rules\]\]$/m)
    .slice(1)
    .flatMap((text) => {
      const id = /^id = "(.*)"$/m.exec(text)?.[1] ?? '';
      const regex = /^regex = '''(.*)'''$/m.exec(text)?.[1];
      if (regex === undefined || leftOut.test(id)) return [];
      const keywords = /^keywords = \[([^\]]*)\]/m.exec(text)?.[1] ?? '';
      return [
        {
          id,
          kind: kinds.find(([, ids]) => ids.test(id))?.[0] ?? 'token',
          keywords: [...keywords.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word.toLowerCase()),
          pattern: toJavaScript(regex),
          entropy: Number(/^entropy = ([\d.]+)$/m.exec(text)?.[1] ?? 0),
          isNamed: regex.includes(assignment),
        },
      ];
    });
}

function toJavaScript(regex: string): string {
  const source = regex
    .replaceAll(wordBefore, '')
    .replaceAll('[[:alnum:]]', '[A-Za-z0-9]')
    .replace(endOfValue, '(?![\\w-])')
    .replaceAll('\\z', '$');
  let converted = '';
  let isInClass = false;
  const ignoresCase = [false];
  const token = /\(\?(?<flags>-?i)(?<end>[:)])|\\x60|\\.|\{\d+,\}|[a-z]-[a-z]|[\s\S]/gi;
  for (const { 0: part, groups } of source.matchAll(token)) {
    const isIgnored = ignoresCase.at(-1) ?? false;
    if (groups?.['flags'] && !isInClass) {
      const flag = groups['flags'] === 'i';
      if (groups['end'] === ')') ignoresCase[ignoresCase.length - 1] = flag;
      else {
        ignoresCase.push(flag);
        converted += '(?:';
      }
    } else if (part === '\\x60') converted += '`';
    else if (/^[a-z]$/i.test(part) && isIgnored)
      converted += isInClass ? bothCases(part) : `[${bothCases(part)}]`;
    else if (/^[a-z]-[a-z]$/i.test(part) && !isInClass)
      converted += [...part]
        .map((each) => (isIgnored && each !== '-' ? `[${bothCases(each)}]` : each))
        .join('');
    else if (/^[a-z]-[a-z]$/i.test(part) && isIgnored) converted += bothCases(part);
    else if (isInClass) {
      if (part === ']') isInClass = false;
      converted += part;
    } else if (part === '+') converted += `{1,${longestRepetition}}`;
    else if (part === '*') converted += `{0,${longestRepetition}}`;
    else if (/^\{\d+,\}$/.test(part)) converted += part.replace('}', `${longestRepetition}}`);
    else {
      if (part === '[') isInClass = true;
      if (part === '(') ignoresCase.push(isIgnored);
      if (part === ')') ignoresCase.pop();
      converted += part;
    }
  }
  return new RegExp(converted.replace(/\[[^\]]*\]/g, withoutDoubles)).source;
}

function bothCases(part: string): string {
  return part.toLowerCase() + part.toUpperCase();
}

/** `[a-zA-ZA-Z]`, where the pattern had both cases already. */
function withoutDoubles(characters: string): string {
  return characters.replace(/([a-zA-Z]-[a-zA-Z])(?=.*\1)/g, '');
}

await runScript(async () => {
  const [path = '', version = ''] = process.argv.slice(2);
  const rules = readRules(await readFile(path, 'utf8'));
  const lines = rules.map(({ kind, entropy, isNamed, keywords, pattern }) =>
    [kind, entropy, isNamed ? 'named' : 'alone', keywords.join(','), pattern].join('\t'),
  );
  const text = `/**
 * Written by scripts/secretRules.ts from config/gitleaks.toml of gitleaks ${version}, https://github.com/gitleaks/gitleaks,
 * copyright (c) 2019 Zachary Rice, MIT License (scripts/packaging/licences/gitleaks.txt). In each line: what it is, the bits
 * of each of its characters, whether a service's name stands beside it, words of which the text has one, and the pattern.
 */
export const gitleaksRules = String.raw\`
${lines.join('\n').replaceAll('`', '\\x60')}\`;
`;
  await writeFile(join(projectFolder, 'src/text/secrets/gitleaksRules.ts'), text);
  console.log(`${rules.length} rules.`);
});
