import { deepStrictEqual } from 'node:assert/strict';
import { fitLines } from '../../../../src/editing/rewrite/fitLines.ts';

/** A line with the part to replace in angle quotes, the response, and the resulting line. */
const cases: readonly (readonly [name: string, line: string, answer: string, expected: string])[] = [
  // The response ends like the line by coincidence.
  ['a call around a name', 'print(«a»)', 'str(a)', 'print(str(a))'],
  ['a call of a name', 'print(«name»)', 'name.upper()', 'print(name.upper())'],
  ['a call for another', 'const x = foo(«a»)', 'bar(a)', 'const x = foo(bar(a))'],
  ['an object within another', '{«a: 1»}', 'a: {b: 1}', '{a: {b: 1}}'],
  ['a string within another', '`«a»`', 'b + `c`', '`b + `c``'],
  ['a bracket at the end of the line', '  «a»)', 'f(a)', '  f(a))'],
  ['brackets at the end of the line', '  «a»);', 'f(a);', '  f(a););'],
  ['words and a bracket at the end of the line', '  «x» as any)', 'f(y as any)', '  f(y as any) as any)'],
  // The response begins like the line by coincidence.
  ['brackets that end before the line does', '(«a + b»)', '(a + b) * 2', '((a + b) * 2)'],
  ['brackets at both ends that are not a pair', '(«a + b»)', '(a + b) * (c)', '((a + b) * (c))'],
  ['a word that begins as the line does', 'return «x»', 'returned', 'return returned'],
  // The response is the whole line.
  ['a whole line', '  return «a + b»;', '  return a * b;', '  return a * b;'],
  ['a whole call', 'print(«a»)', 'print(str(a))', 'print(str(a))'],
  ['a whole call in a call', 'f(«g(a)»)', 'f(g(b))', 'f(g(b))'],
  ['a whole assignment', 'const x = foo(«a»);', 'const x = foo(a) + bar(b);', 'const x = foo(a) + bar(b);'],
  ['a whole object', '{«a: 1»}', '{a: {b: 1}}', '{a: {b: 1}}'],
  ['a whole string', '  "«old»",', '"new",', '  "new",'],
  ['several strings in place of one', '"«a»"', '"a" + "b"', '"a" + "b"'],
  ['the end of a line with nothing before the part', '  «return a»;', 'return b;', '  return b;'],
  ['the same with brackets', '  «a»);', 'f(a));', '  f(a));'],
  ['the beginning of a line with nothing after the part', 'return «a»', 'return b', 'return b'],
  ['the same with brackets', 'x = f(«a)»', 'x = f(b)', 'x = f(b)'],
  [
    'several lines',
    'const f = «() => {\n  a();\n}»;',
    'const f = () => {\n  b();\n};',
    'const f = () => {\n  b();\n};',
  ],
  // The part itself looks like its whole line.
  ['a call of itself', 'f(«f(a)»)', 'f(b)', 'f(f(b))'],
  ['an end that occurs twice', '«a;»;', 'b;', 'b;;'],
];

describe('the response for a part of a line', () => {
  for (const [name, line, answer, expected] of cases)
    it(`${name}: ${answer}`, () => {
      const [lineStart = '', rest = ''] = line.split('«');
      const [old = '', lineEnd = ''] = rest.split('»');
      const style = { insertSpaces: true, tabSize: 2 };
      const around = { old: old.split('\n'), before: [], after: [], lineStart, lineEnd, style };
      deepStrictEqual(lineStart + fitLines(answer.split('\n'), around).join('\n') + lineEnd, expected);
    });
});
