import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { type Row, runCheck, statusesOf, wordsOf } from './runCheck.ts';
import { chatRows } from './situations/chatRows.ts';
import { keyRows } from './situations/keyRows.ts';
import { listRows } from './situations/listRows.ts';
import { proxyRows } from './situations/proxyRows.ts';
import { wayRows } from './situations/wayRows.ts';

const groups: Readonly<Record<string, readonly Row[]>> = {
  'the base URL and the connection': wayRows,
  'a proxy': proxyRows,
  'the key': keyRows,
  'the lists': listRows,
  'the model': chatRows,
};

describe('the check’s report on', () => {
  const relay = useReferenceRelay();

  for (const [group, rows] of Object.entries(groups)) {
    describe(group, () => {
      for (const { name, arrange, stages, english } of rows) {
        it(name, async () => {
          const undos: (() => unknown)[] = [];
          const view = await runCheck(await arrange(relay, (undo) => undos.push(undo)));
          for (const undo of undos) await undo();
          deepStrictEqual([statusesOf(view), ...wordsOf(view)], [stages, ...english]);
        });
      }
    });
  }
});
