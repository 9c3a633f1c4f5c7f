import { deepStrictEqual } from 'node:assert/strict';
import type { TypedVerdict } from '../../../src/protocol/settingsProtocol.ts';
import { type Draft, editDraft, judgeDraft, meetSaved } from '../../../src/webview/settings/fields/drafts.ts';

type Step =
  | { readonly typed: string }
  | 'sent'
  /** The host reports the saved value. */
  | { readonly saved: string }
  /** The host reports how a typed text would be saved. */
  | { readonly judged: string; readonly as: string }
  | { readonly refused: string; readonly as?: string };

const refusal: TypedVerdict = { remark: { severity: 'error', text: 'No.' } };

/** The field's text after these steps, and the state of its draft. */
function go(steps: readonly Step[]) {
  let saved = 'a';
  let draft: Draft | undefined;
  for (const step of steps) {
    if (step === 'sent') draft &&= { ...draft, sent: draft.text };
    else if ('typed' in step) draft = editDraft(draft, step.typed, saved);
    else if ('refused' in step)
      draft &&= judgeDraft(draft, step.refused, { ...refusal, ...(step.as && { saved: step.as }) });
    else if ('judged' in step) draft &&= judgeDraft(draft, step.judged, { saved: step.as });
    else {
      draft &&= meetSaved(draft, step.saved, saved);
      saved = step.saved;
    }
  }
  const facts = [
    draft ? 'draft' : 'clean',
    draft?.sent !== undefined && 'sent',
    draft?.verdict?.verdict.remark && 'refused',
  ];
  return [draft?.text ?? saved, facts.filter(Boolean).join(', ')];
}

const texts: readonly (readonly [steps: readonly Step[], text: string, facts: string])[] = [
  [[{ typed: 'b' }, { typed: 'a' }], 'a', 'clean'],
  [[{ typed: 'b' }, { saved: 'a' }], 'b', 'draft'],
  [[{ typed: 'b' }, { saved: 'c' }], 'b', 'draft'],
  [[{ typed: 'b' }, { saved: 'b' }], 'b', 'clean'],
  // The host's spelling replaces the typed one, unless more was typed in the meantime.
  [[{ typed: 'b/' }, 'sent', { saved: 'b' }], 'b', 'clean'],
  [[{ typed: 'b' }, 'sent', { typed: 'b/more' }, { saved: 'b' }], 'b/more', 'draft'],
  [[{ typed: 'b' }, 'sent', { typed: 'a' }, { saved: 'b' }], 'a', 'draft'],
  // The saved value replaces a text with the same meaning.
  [[{ typed: ' a ' }, 'sent', { saved: 'a' }], 'a', 'clean'],
  [[{ typed: 'a/v1' }, { judged: 'a/v1', as: 'a' }, 'sent', { saved: 'a' }], 'a', 'clean'],
  [[{ typed: 'a/v1' }, { judged: 'a/v1', as: 'a' }, { saved: 'a' }], 'a/v1', 'draft'],
  [[{ typed: 'a/v2' }, { judged: 'a/v2', as: 'a/v2' }, 'sent', { saved: 'a' }], 'a/v2', 'draft, sent'],
  // A refused value can be sent again, and no longer counts as refused once it is saved.
  [[{ typed: 'b' }, 'sent', { refused: 'b' }], 'b', 'draft, refused'],
  [[{ typed: 'b' }, 'sent', { typed: 'c' }, { refused: 'b' }], 'c', 'draft'],
  [[{ typed: 'b' }, 'sent', { refused: 'b' }, 'sent', { saved: 'b' }], 'b', 'clean'],
  [[{ typed: 'b' }, 'sent', { typed: 'a' }, { refused: 'b' }, { saved: 'c' }], 'c', 'clean'],
  [[{ typed: 'b' }, { saved: 'c' }, 'sent', { saved: 'c' }, { refused: 'b' }], 'b', 'draft, refused'],
  [[{ typed: 'a/v1' }, 'sent', { refused: 'a/v1', as: 'a' }, 'sent', { saved: 'a' }], 'a', 'clean'],
];

describe('a draft in the settings', () => {
  for (const [steps, text, facts] of texts) {
    it(JSON.stringify(steps), () => deepStrictEqual(go(steps), [text, facts]));
  }
});
