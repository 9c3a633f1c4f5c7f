import { deepStrictEqual } from 'node:assert/strict';
import { createAnswerCollector } from '../../../../src/relay/chat/answerCollector.ts';
import type { ChatEvent } from '../../../../src/relay/chat/chatEvent.ts';
import type { AssistantPart } from '../../../../src/relay/chat/chatRequest.ts';

const cases: readonly (readonly [name: string, events: ChatEvent[], parts: AssistantPart[]])[] = [
  [
    'nothing',
    [
      { type: 'start', id: 'a' },
      { type: 'finish', verdict: 'complete' },
    ],
    [],
  ],
  [
    'text in pieces',
    [
      { type: 'text', text: 'A' },
      { type: 'usage', usage: {} },
      { type: 'text', text: 'B' },
    ],
    [{ type: 'text', text: 'AB' }],
  ],
  [
    'thinking with its signature, then more of it',
    [
      { type: 'thinking', text: 'A' },
      { type: 'thinking', text: 'B' },
      { type: 'signature', signature: 's' },
      { type: 'thinking', text: 'C' },
      { type: 'text', text: 'D' },
      { type: 'signature', signature: 't' },
      { type: 'text', text: 'E' },
    ],
    [
      { type: 'thinking', text: 'AB', signature: 's' },
      { type: 'thinking', text: 'C' },
      { type: 'text', text: 'D', signature: 't' },
      { type: 'text', text: 'E' },
    ],
  ],
  [
    'a signature of thinking that is not shown',
    [
      { type: 'signature', signature: 's' },
      { type: 'text', text: 'A' },
    ],
    [
      { type: 'thinking', text: '', signature: 's' },
      { type: 'text', text: 'A' },
    ],
  ],
  [
    'calls, pictures and hidden thinking',
    [
      { type: 'redactedThinking', data: 'x' },
      { type: 'image', mediaType: 'image/png', bytes: Uint8Array.of(1) },
      { type: 'toolCall', id: 't', name: 'a', input: { x: 1 }, invalidInput: '{', signature: 's' },
    ],
    [
      { type: 'redactedThinking', data: 'x' },
      { type: 'toolCall', id: 't', name: 'a', input: { x: 1 }, signature: 's' },
    ],
  ],
];

describe('answer collector', () => {
  for (const [name, events, parts] of cases) {
    it(`makes parts of ${name}`, () => {
      const collector = createAnswerCollector();
      for (const event of events) collector.add(event);
      deepStrictEqual(collector.parts, parts);
    });
  }
});
