import { deepStrictEqual } from 'node:assert/strict';
import type { ModelListView } from '../../../src/protocol/modelListView.ts';
import { listRows } from '../../../src/webview/chat/input/modelRows.ts';

const sections: ModelListView['sections'] = [
  { title: 'Pinned', models: [{ id: 'own', isUnlisted: true }] },
  {
    title: 'Anthropic',
    models: [
      { id: 'claude-opus-4-6', name: 'Claude Opus 4.6', provider: 'Anthropic' },
      { id: 'claude-haiku-4-5', provider: 'Anthropic' },
    ],
  },
  { title: 'OpenAI', models: [{ id: 'gpt-4.1', provider: 'OpenAI' }] },
];
const find = (typed: string) =>
  listRows(sections, typed).map((row) =>
    row.kind === 'heading' ? `# ${row.title}` : row.kind === 'typed' ? `Use ${row.id}` : row.model.id,
  );

describe('the rows of the model menu', () => {
  const cases: readonly (readonly [typed: string, rows: readonly string[]])[] = [
    ['', ['# Pinned', 'own', '# Anthropic', 'claude-opus-4-6', 'claude-haiku-4-5', '# OpenAI', 'gpt-4.1']],
    ['opus', ['claude-opus-4-6', 'Use opus']],
    ['Opus Claude', ['claude-opus-4-6']],
    ['anthropic haiku', ['claude-haiku-4-5']],
    ['clhk', ['Use clhk', 'claude-haiku-4-5']],
    ['gpt-4.1', ['gpt-4.1']],
    // Enter must not select a model that only resembles the typed text.
    ['gpt41', ['Use gpt41', 'gpt-4.1']],
    ['no such model', []],
  ];
  for (const [typed, rows] of cases)
    it(`are these for “${typed}”`, () => {
      deepStrictEqual(find(typed), rows);
    });
});
