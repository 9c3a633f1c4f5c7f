import { syllabicLetter } from '../../../text/scripts.ts';
import type { CommentGroup } from './commentGroups.ts';

/** Longer lines are not commented-out code, and checking them would be slow. */
const longestLine = 500;

const license =
  /copyright|\(c\) ?\d{4}|©|SPDX-License|licen[sc]ed under|all rights reserved|permission is hereby granted|GNU (?:\w+ )?General Public/i;

/** Whether a comment is the license of a file. */
export function isLicense(text: string, { isFirst, start, end }: CommentGroup): boolean {
  return isFirst && license.test(text.slice(start, Math.min(end, start + 5000)));
}

/** A directive for a tool, at the start of a line. */
const directive = new RegExp(
  `^(?:${[
    '#?(?:end)?region\\b|eslint(?:-|\\s)|@ts-|tslint:|jshint|jslint|biome-ignore|prettier-|oxlint-|deno-|dprint-|rome-ignore',
    'istanbul |c8 ignore|v8 ignore|stylelint-|webpack\\w+:|@?vite-ignore|[#@]__PURE__|[#@] ?source(?:Mapping)?URL|@jsx|@flow\\b',
    '<reference |@vitest-|@jest-|@generated|@preserve|@license|@copyright|globals? \\w+|exported \\w+$',
    'noqa|type: ?ignore|pylint:|mypy:|pyright:|flake8|fmt: ?o|isort:|yapf:|pragma:? ?no|ruff:|bandit:|nosec|-\\*-',
    'vim?:|coding[:=]|go:|nolint|\\+build|lint:|export \\w+$|line \\S+:\\d',
    'NOLINT|clang-|IWYU|cppcheck-|shellcheck |rubocop:|frozen_string_literal|typed: |standard:|sorbet:',
    'hadolint |syntax ?=|escape ?=|checkov:|tfsec:|gosec|NOSONAR|CHECKSTYLE|@formatter:|noinspection|language=|ktlint|detekt',
    'swiftlint:|swift-format|swiftformat:|cspell:|spell-?checker|markdownlint-|yaml-language-server|yamllint |renovate:|dependabot',
    'SPDX-|phpcs:|phpstan-|psalm-|@psalm-|@phpstan-|@codeCoverage|rustfmt|\\$(?:Id|Revision|Date|Header)\\b',
    '!?/(?:usr/)?bin/|\\[if |<!\\[endif|MARK: -$|pragma mark -?$|Code generated .* DO NOT EDIT',
  ].join('|')})`,
);

export function isDirective(line: string): boolean {
  return directive.test(line.slice(0, longestLine));
}

const codeForms: readonly RegExp[] = [
  /^(?:return|break|continue|throw|import|const|let|var|delete|await|yield|goto)\b[^;]{0,300};$/,
  /[=()][^;]{0,300};$/,
  /^[\w.$]{1,80};$/,
  /^(?:}\s{0,9})?(?:if|else|for|while|switch|try|catch|finally|do|function|class|struct|match)\b.{0,300}\{$/,
  /[)>=]\s{0,9}\{$/,
  /^(?:export |public |private |static |final |pub ){0,3}(?:const|let|var|val|auto)\s+[\w{[$][^=]{0,200}=/,
  /^(?:export|import)\s.{0,300}\bfrom\s{0,3}["'_]?$/,
  /^from [\w.]{1,80} import \S/,
  /^#\s?(?:include|define|if|ifdef|ifndef|endif|undef)\b/,
  /^import [\w.]{1,80}(?: as \w{1,40})?$/,
  /^(?:async )?(?:def|function|func|fn)\s\w{1,80}\s?[(<]/,
  /^(?:class|struct|enum|interface)\s\w{1,80}[^.]{0,200}[{:]$/,
  /^(?:export\s)?[\w.$"'-]{1,80}(?:\[[^\]]{0,80}\])?\s?(?:[-+*/|&%]?=|:=)(?![=>])\s?\S/,
  /^(?:await |return |new |\w{1,40} = ){0,2}[\w.$]{1,80}\(.{0,300}\)[;,]?$/,
  /^(?:if|for|while|switch|elif)\s?\(.{0,300}\)/,
  /^(?:if|for|while|elif|with|except)\b[^:]{0,200}[(=[<>_][^:]{0,200}:$/,
  /^(?:return|throw|raise|await|yield|assert)\s.{0,200}[()[\]]$/,
  /^""?\s?:\s?\S/,
  /^\.\w{1,60}\(.{0,300}$/,
  /^@\w{1,60}\(.{0,200}\)$/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP)\s.{0,300}(?:FROM|VALUES|SET|TABLE|INDEX)\b/,
  /^(?:>>>|\.\.\.)\s/,
];

const tagForm = /^<\/?[A-Za-z][\w.-]{0,60}(?:\s[^<>]{0,300})?>/;

/** Whether a line of a comment is commented-out code. */
export function looksLikeCode(line: string): boolean {
  if (line.length > longestLine) return false;
  const code = line.replace(/"[^"]{0,300}"/g, '""').replace(/'[^']{0,300}'/g, '""');
  if (syllabicLetter.test(code)) return false;
  if (/(?:^|\s)(?:[A-Za-z]?[a-z]{1,20}[ ,]+){3}[a-z]{2,}/.test(code)) return false;
  return codeForms.some((form) => form.test(code));
}

/** Whether a line is commented-out markup, in a comment that is not documentation. */
export function looksLikeMarkup(line: string): boolean {
  return line.length <= longestLine && tagForm.test(line) && line.endsWith('>');
}

/** Whether a line is an ASCII drawing: rules, boxes, arrows. */
export function isDrawing(line: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(line)) return true;
  const signs = line.slice(0, longestLine).match(/[-=*#~_+<>/|\\^─-╿▀-▟←-↓]/g)?.length ?? 0;
  return (
    signs > 3 &&
    signs > Math.min(line.length, longestLine) * 0.4 &&
    !/^[-=*#~_+/|]{2,}.*[\p{L}\p{N}]/u.test(line)
  );
}
