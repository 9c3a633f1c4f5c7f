import { deepStrictEqual, match } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { quirkNames } from '../../relay/quirks/table.ts';
import { scriptWords } from '../../relay/script/scriptWords.ts';

const main = join(import.meta.dirname, '../../relay/main.ts');

interface Running {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly said: () => string;
}

function run(...options: readonly string[]): Running {
  const child = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return { child, said: () => said };
}

describe('reference relay: on the command line', () => {
  it('lists every quirk in its help', async () => {
    const { child, said } = run('--help');
    const [code] = await once(child, 'close');
    const lines = said().split('\n');
    deepStrictEqual(
      [code, quirkNames.filter((name) => !lines.some((line) => line.startsWith(`  ${name} `)))],
      [0, []],
    );
  });

  it('runs with quirks until it gets SIGTERM', async () => {
    const { child, said } = run(...'--port 0 --latency 0 --quirk panic --quirk no-request-id'.split(' '));
    while (!said().includes('Speech models and their voices')) await once(child.stdout ?? child, 'data');
    const address = /Base URL {2}(\S+)/.exec(said())?.[1] ?? '';
    const reply = await fetch(`${address}/v1/models`);
    await reply.text();
    deepStrictEqual([reply.status, reply.headers.get('x-oneapi-request-id')], [500, null]);
    match(said(), /Quirks: panic, no-request-id\n/);
    deepStrictEqual(
      scriptWords.filter(({ words, does }) => !said().includes(words) || !said().includes(does)),
      [],
    );
    child.kill('SIGTERM');
    deepStrictEqual(await once(child, 'close'), [0, null]);
  });

  it('rejects unknown quirks', async () => {
    const { child, said } = run('--quirk', 'nonsense');
    const [code] = await once(child, 'close');
    deepStrictEqual([code, said()], [1, 'There is no quirk "nonsense". --help lists them.\n']);
  });
});
