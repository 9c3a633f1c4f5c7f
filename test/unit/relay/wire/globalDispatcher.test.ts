import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const clientSource = join(import.meta.dirname, '../../../../src/relay/client.ts');

/** Loads the client in a process of its own, makes a call that fails, and says what became of the symbols. */
function runWith(client: string, before: string): unknown {
  const script = `
    const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
    const look = () => symbols.map((symbol) => Object.getOwnPropertyDescriptor(globalThis, symbol));
    const isSame = (a, b) => a === b || (a && b && Object.keys(a).every((key) => a[key] === b[key]));
    ${before}
    const atFirst = look();
    const { createRelayClient } = await import(${JSON.stringify(pathToFileURL(client).href)});
    const afterLoading = look();
    const relay = createRelayClient({ baseAddress: 'http://127.0.0.1:1', apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
    const kind = await relay.listModels().catch((error) => error.kind);
    await relay.close();
    const afterUse = look();
    console.log(JSON.stringify({
      kind,
      wasSet: atFirst.map((descriptor) => descriptor !== undefined),
      isAsBefore: [afterLoading, afterUse].map((now) => now.map((descriptor, i) => isSame(descriptor, atFirst[i]))),
    }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], {
      encoding: 'utf8',
    }),
  );
}

const unset = { kind: 'connection', wasSet: [false, false], isAsBefore: Array(2).fill([true, true]) };

describe('the process-wide dispatcher', function () {
  // Each case starts processes of its own.
  this.timeout(30_000);

  it('stays unset', () => {
    deepStrictEqual(runWith(clientSource, ''), unset);
  });

  it('stays what another extension made it', () => {
    const before = `for (const symbol of symbols) {
      Object.defineProperty(globalThis, symbol, { value: { dispatch() {} }, writable: true });
    }`;
    deepStrictEqual(runWith(clientSource, before), { ...unset, wasSet: [true, true] });
  });

  it('stays what another undici made it, of either generation', () => {
    for (const [index, wasSet] of [
      [0, [true, false]],
      [1, [false, true]],
    ] as const) {
      const before = `globalThis[symbols[${index}]] = { dispatch() {} };`;
      deepStrictEqual(runWith(clientSource, before), { ...unset, wasSet });
    }
  });

  it('stays unset by the bundle too, where the order of modules is the bundler’s', () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-relay-'));
    const outfile = join(folder, 'client.cjs');
    buildSync({ entryPoints: [clientSource], bundle: true, platform: 'node', format: 'cjs', outfile });
    deepStrictEqual(runWith(outfile, ''), unset);
    rmSync(folder, { recursive: true });
  });
});
