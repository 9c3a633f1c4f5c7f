import { deepStrictEqual } from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/relay/chat/chatEvent.ts';
import type { AssistantPart } from '../../../../src/relay/chat/chatRequest.ts';
import { addEvent } from '../../../../src/relay/chat/responseParts.ts';
import { text, thinking } from './askChat.ts';

const cases: Readonly<Record<string, readonly [events: ChatEvent[], parts: AssistantPart[]]>> = {
  nothing: [
    [
      { type: 'start', id: 'a' },
      { type: 'finish', verdict: 'complete' },
    ],
    [],
  ],
  'text in chunks': [[text('A'), { type: 'usage', usage: {} }, text('B')], [text('AB')]],
  'thinking with its signature, then more of it': [
    [
      thinking('A'),
      thinking('B'),
      { type: 'signature', signature: 's' },
      thinking('C'),
      text('D'),
      { type: 'signature', signature: 't' },
      text('E'),
    ],
    [
      { type: 'thinking', text: 'AB', signature: 's' },
      thinking('C'),
      { type: 'text', text: 'D', signature: 't' },
      text('E'),
    ],
  ],
  'a signature of thinking that is not shown': [
    [{ type: 'signature', signature: 's' }, text('A')],
    [{ type: 'thinking', text: '', signature: 's' }, text('A')],
  ],
  'tool calls, images and redacted thinking': [
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
};

describe('the message that returns a response to the model', () => {
  for (const [name, [events, parts]] of Object.entries(cases)) {
    it(`has the parts of ${name}`, () => {
      const made: AssistantPart[] = [];
      for (const event of events) addEvent(made, event);
      deepStrictEqual(made, parts);
    });
  }
});
