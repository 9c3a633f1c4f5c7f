import { deepStrictEqual, match, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import { entrances } from '../../src/platform/entrances.ts';
import { loadOnce, loadWhenUsed } from '../../src/platform/loadWhenUsed.ts';
import type { Logger } from '../../src/relay/logger.ts';

describe('a feature that is loaded on first use', () => {
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  beforeEach(() => {
    logged.length = 0;
  });

  it('is loaded once, and again if that failed', async () => {
    const failures = [new Error('Cannot find module ./x.cjs\nRequire stack: …')];
    let count = 0;
    const load = loadOnce(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
      count += 1;
      return { count };
    });
    await rejects(load(), ({ message }: Error) => {
      match(
        message,
        /^A part of Model Relay could not be loaded\..*\(Error: Cannot find module \.\/x\.cjs\)$/,
      );
      return true;
    });
    const [one, other] = await Promise.all([load(), load()]);
    deepStrictEqual([one === other, await load()], [true, { count: 1 }]);
  });

  it('is registered once after it has loaded, and disposed with the extension', async () => {
    const happened: string[] = [];
    const failures = [new Error('gone')];
    const loaded = loadWhenUsed('feature', { commands: [] }, logger, async () => {
      happened.push('load');
      const failure = failures.pop();
      if (failure) throw failure;
      return () => {
        happened.push('register');
        return { dispose: () => void happened.push('dispose') };
      };
    });
    deepStrictEqual([happened, loaded.used], [[], undefined]);
    await rejects(loaded.get(), /could not be loaded/);
    deepStrictEqual(
      [logged, loaded.used],
      [['The feature feature could not be loaded: Error: gone'], undefined],
    );
    const [one, other] = await Promise.all([loaded.get(), loaded.get()]);
    deepStrictEqual([one === other, (await loaded.used) === one], [true, true]);
    loaded.dispose();
    deepStrictEqual(happened, ['load', 'load', 'register', 'dispose']);
  });

  it('is not registered after the extension was deactivated', async () => {
    const { promise, resolve } = Promise.withResolvers<() => vscode.Disposable>();
    const loaded = loadWhenUsed('feature', { commands: [] }, logger, () => promise);
    const used = loaded.get();
    loaded.dispose();
    resolve(() => {
      throw new Error('registered');
    });
    await rejects(used, /while the extension ended/);
  });

  it('has a registered command for each of its entrances', async () => {
    await vscode.extensions.getExtension('model-relay.model-relay')?.activate();
    const known = new Set(await vscode.commands.getCommands(true));
    const ids = Object.values(entrances).flatMap((each) => each.commands.map((name) => commands[name]));
    deepStrictEqual(
      ids.filter((id) => !known.has(id)),
      [],
    );
    deepStrictEqual(new Set(ids).size, ids.length);
  });
});
