import { deepStrictEqual } from 'node:assert/strict';
import { checkField, toSettingValue } from '../../../src/connection/inputChecks.ts';
import type { FieldName } from '../../../src/protocol/settingsProtocol.ts';
import { languages } from '../translations.ts';

/** The text typed into a field, the saved value (undefined removes it), and the severity of the remark. */
const rows: [FieldName, text: string, unknown, severity: string | undefined][] = [
  ['baseUrl', ' https://relay.example.com/v1 ', 'https://relay.example.com', 'info'],
  ['baseUrl', 'http://relay.example.com', 'http://relay.example.com', 'warning'],
  ['baseUrl', 'sk-0123456789', undefined, 'error'],
  ['baseUrl', '  ', undefined, undefined],
  ['chat.model', ' msg-sonnet-4-6 ', 'msg-sonnet-4-6', undefined],
  ['chat.systemPrompt', '  Answer\n  in one word.  ', '  Answer\n  in one word.  ', undefined],
  ['chat.systemPrompt', ' \n ', undefined, undefined],
  ['chat.maxOutputTokens', '4096', 4096, undefined],
  ['chat.maxOutputTokens', '４０９６', 4096, undefined],
  ['chat.maxOutputTokens', '', undefined, undefined],
  ['timeouts.firstByte', '3600', 3600, undefined],
  ['timeouts.idle', '3601', undefined, 'error'],
];

describe('a field of the settings panel', () => {
  for (const [name, typed, saved, severity] of rows) {
    it(`${name}: ${JSON.stringify(typed)} becomes ${JSON.stringify(saved)}, ${severity ?? 'without a remark'}`, () => {
      const verdict = checkField(name, typed, languages.english);
      deepStrictEqual([toSettingValue(name, typed), verdict.remark?.severity], [saved, severity]);
    });
  }
});
