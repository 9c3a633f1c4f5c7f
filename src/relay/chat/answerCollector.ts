import type { ChatEvent } from './chatEvent.ts';
import type { AssistantPart } from './chatRequest.ts';

/**
 * Makes of an answer's events the parts of the message that returns it to the model: thinking and calls with
 * their signatures, in order. Images are left out, since no protocol takes them back from the assistant.
 */
export function createAnswerCollector() {
  const parts: AssistantPart[] = [];

  function addText(type: 'text' | 'thinking', text: string): void {
    const last = parts.at(-1);
    // What follows a signature is another part: the signature is of what came before.
    if (last?.type === type && last.signature === undefined) {
      parts[parts.length - 1] = { type, text: last.text + text };
    } else parts.push({ type, text });
  }

  return {
    parts: parts as readonly AssistantPart[],

    add(event: ChatEvent): void {
      switch (event.type) {
        case 'text':
        case 'thinking':
          addText(event.type, event.text);
          break;
        case 'signature': {
          const last = parts.at(-1);
          const { signature } = event;
          if ((last?.type === 'thinking' || last?.type === 'text') && last.signature === undefined) {
            parts[parts.length - 1] = { ...last, signature };
          } else parts.push({ type: 'thinking', text: '', signature });
          break;
        }
        case 'redactedThinking':
          parts.push({ type: 'redactedThinking', data: event.data });
          break;
        case 'toolCall': {
          const { id, name, input, signature } = event;
          parts.push({ type: 'toolCall', id, name, input, ...(signature && { signature }) });
        }
      }
    },
  };
}
