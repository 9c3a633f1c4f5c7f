import { deepStrictEqual } from 'node:assert/strict';
import type { ProtocolRow, TypedVerdict } from '../../../src/protocol/settingsProtocol.ts';
import {
  completeOf,
  type Draft,
  type DraftValue,
  editDraft,
  judgeDraft,
  meetSaved,
} from '../../../src/webview/settings/fields/drafts.ts';

type Step =
  | { readonly typed: DraftValue }
  | 'sent'
  /** The host reports the saved value. */
  | { readonly saved: DraftValue; readonly endpoint?: string }
  /** The host reports where requests would go with a typed text. */
  | { readonly judged: string; readonly endpoint: string }
  | { readonly refused: string };

const refusal: TypedVerdict = { remark: { severity: 'error', text: 'No.' } };
const leadingTo = (url: string): TypedVerdict => ({ endpoints: [{ label: 'Chat', url }] });

/** The field's value after these steps, and the state of its draft. */
function go(first: DraftValue, steps: readonly Step[], isNumber = false) {
  let saved = first;
  let draft: Draft | undefined;
  for (const step of steps) {
    if (step === 'sent') draft &&= { ...draft, sent: completeOf(draft.value) };
    else if ('typed' in step) draft = editDraft(draft, step.typed, saved);
    else if ('refused' in step) draft &&= judgeDraft(draft, step.refused, refusal);
    else if ('judged' in step) draft &&= judgeDraft(draft, step.judged, leadingTo(step.endpoint));
    else {
      const verdict = step.endpoint ? leadingTo(step.endpoint) : {};
      draft &&= meetSaved(draft, { value: step.saved, verdict, isNumber, before: saved });
      saved = step.saved;
    }
  }
  const facts = [
    draft ? 'draft' : 'clean',
    draft?.sent !== undefined && 'sent',
    draft?.verdict?.verdict.remark && 'refused',
  ];
  return [draft?.value ?? saved, facts.filter(Boolean).join(', ')];
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
  [
    [{ typed: 'a/v1' }, { judged: 'a/v1', endpoint: 'x' }, 'sent', { saved: 'a', endpoint: 'x' }],
    'a',
    'clean',
  ],
  [
    [{ typed: 'a/v2' }, { judged: 'a/v2', endpoint: 'y' }, 'sent', { saved: 'a', endpoint: 'x' }],
    'a/v2',
    'draft, sent',
  ],
  // A refused value can be sent again, and no longer counts as refused once it is saved.
  [[{ typed: 'b' }, 'sent', { refused: 'b' }], 'b', 'draft, refused'],
  [[{ typed: 'b' }, 'sent', { typed: 'c' }, { refused: 'b' }], 'c', 'draft'],
  [[{ typed: 'b' }, 'sent', { refused: 'b' }, 'sent', { saved: 'b' }], 'b', 'clean'],
  [[{ typed: 'b' }, { saved: 'c' }, 'sent', { saved: 'c' }, { refused: 'b' }], 'b', 'draft, refused'],
];

const [a, b, c] = ['a', 'b', 'c'].map((pattern): ProtocolRow => ({ pattern, protocol: 'messages' })) as [
  ProtocolRow,
  ProtocolRow,
  ProtocolRow,
];
const half = { pattern: 'half', protocol: '' } as const;
const rows: readonly (readonly [steps: readonly Step[], rows: DraftValue, facts: string])[] = [
  [[{ typed: [a, b] }, { saved: [a] }], [a, b], 'draft'],
  [[{ typed: [a, b] }, { saved: [c] }], [a, b], 'draft'],
  [[{ typed: [b] }, 'sent', { saved: [c] }], [c], 'clean'],
  [[{ typed: [a, b] }, 'sent', { typed: [a, c] }, { saved: [a, b] }], [a, c], 'draft'],
  [[{ typed: [a, b] }, 'sent', { refused: '' }], [a, b], 'draft, refused'],
  // Half-filled rows stay, whatever value is saved.
  [[{ typed: [a, half] }, { saved: [a] }], [a, half], 'draft'],
  [[{ typed: [a, half] }, { saved: [c] }], [c, half], 'draft'],
  [[{ typed: [half, a, b] }, 'sent', { saved: [a, b] }], [half, a, b], 'draft'],
];

describe('a draft in the settings', () => {
  for (const [steps, text, facts] of texts) {
    it(`of a text: ${JSON.stringify(steps)}`, () => deepStrictEqual(go('a', steps), [text, facts]));
  }

  for (const [steps, value, facts] of rows) {
    it(`of rows: ${JSON.stringify(steps)}`, () => deepStrictEqual(go([a], steps), [value, facts]));
  }

  for (const spelling of ['060', '+60', '６０', ' 60 ']) {
    it(`of a number is replaced by the saved spelling once it is sent: “${spelling}”`, () => {
      const typed = [{ typed: spelling }, { saved: '60' }] as const;
      deepStrictEqual(
        [go('60', typed, true), go('60', [...typed, 'sent', { saved: '60' }], true)],
        [
          [spelling, 'draft'],
          ['60', 'clean'],
        ],
      );
    });
  }

  it('of digits in a text field is not replaced by an equal number', () => {
    deepStrictEqual(go('60', [{ typed: '060' }, 'sent', { saved: '60' }]), ['060', 'draft, sent']);
  });
});
