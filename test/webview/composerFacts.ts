import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { AttachmentView } from '../../src/protocol/protocolViews.ts';
import type { SuggestionView } from '../../src/protocol/suggestedView.ts';
import { makeSnapshot } from './chatFacts.ts';

type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;

/** An empty chat, with the attachments of its draft. */
export function makeDraft(...attachments: AttachmentView[]): Snapshot {
  return { ...makeSnapshot(), attachments };
}

export const file: AttachmentView = {
  id: 'file',
  kind: 'file',
  name: 'src/webview/chat/input/composer.ts:120-180',
  tokens: 1_234,
};
export const selection: AttachmentView = {
  id: 'selection',
  kind: 'selection',
  name: 'src/relay/theOneFileWithAVeryLongNameThatNobodyCanRead.test.ts:8-12',
  tokens: 210,
};
export const folder: AttachmentView = { id: 'folder', kind: 'folder', name: 'src/chat/', tokens: 45_600 };
export const picture: AttachmentView = {
  id: 'picture',
  kind: 'picture',
  name: 'image.png',
  tokens: 1_600,
  picture: { file: 'wide.png' },
  scaled: { width: 1_568, height: 1_024, bytes: 312_000 },
};

/** One of each kind. */
export const allKinds: readonly AttachmentView[] = [
  file,
  selection,
  folder,
  picture,
  { id: 'editors', kind: 'editors', name: '4 open editors', tokens: 8_000 },
  { id: 'problems', kind: 'problems', name: 'Problems', tokens: 300 },
  { id: 'terminal', kind: 'terminal', name: 'Terminal: npm test', tokens: 950 },
  { id: 'changes', kind: 'changes', name: 'Uncommitted changes', tokens: 12_000 },
];

export const files: readonly SuggestionView[] = [
  {
    value: 'file:///project/src/webview/chat/input/composer.ts',
    label: 'composer.ts',
    detail: 'src/webview/chat/input',
    icon: 'file',
    mention: '#composer.ts',
  },
  {
    value: 'file:///project/test/webview/composerFacts.ts',
    label: 'composerFacts.ts',
    detail: 'test/webview',
    icon: 'file',
    mention: '#composerFacts.ts',
  },
  {
    value: 'file:///project/docs/compositions',
    label: 'compositions/',
    detail: 'docs',
    icon: 'folder',
    mention: '#compositions/',
  },
];

export const prompts: readonly SuggestionView[] = [
  { value: 'explain', label: '/explain', detail: 'Explains the code that is attached' },
  { value: 'review', label: '/review', detail: 'Looks for defects' },
];
