import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const clientSource = join(import.meta.dirname, '../../../../src/relay/client.ts');

/**
 * Loads the client in a separate process, makes a call that fails, and returns the class names of the global
 * dispatchers and the outcome of a `fetch`.
 */
function runWith(client: string, before: string): unknown {
  const script = `
    const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
    ${before}
    const { createRelayClient } = await import(${JSON.stringify(pathToFileURL(client).href)});
    const relay = createRelayClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
    const kind = await relay.listModels().catch((error) => error.kind);
    await relay.close();
    const owners = [...new Set(symbols.flatMap((symbol) => globalThis[symbol]?.constructor.name ?? []))];
    const fetched = await fetch('http://127.0.0.1:59999/').catch(({ cause }) => cause.code ?? cause.message);
    console.log(JSON.stringify({ kind, owners, fetched }));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], {
      encoding: 'utf8',
    }),
  );
}

const foreign = 'class Foreign { dispatch() { throw new Error("foreign") } };';
const nobodys = { kind: 'connection', owners: [], fetched: 'ECONNREFUSED' };
const others = { kind: 'connection', owners: ['Foreign'], fetched: 'foreign' };

describe('the process-wide dispatcher', function () {
  // Each case starts separate processes.
  this.timeout(30_000);

  it('stays as another extension set it', () => {
    const before = `${foreign}
      for (const symbol of symbols)
        Object.defineProperty(globalThis, symbol, { value: new Foreign(), writable: true });`;
    deepStrictEqual(runWith(clientSource, before), others);
  });

  it('is not created if there is none, and Node’s own fetch is used', () => {
    deepStrictEqual(runWith(clientSource, ''), nobodys);
  });

  it('is not created by the bundle either, where the bundler orders the modules', () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-relay-'));
    const outfile = join(folder, 'client.cjs');
    const entryPoints = [clientSource];
    buildSync({ entryPoints, bundle: true, minify: true, platform: 'node', format: 'cjs', outfile });
    deepStrictEqual(runWith(outfile, ''), nobodys);
    rmSync(folder, { recursive: true });
  });
});
