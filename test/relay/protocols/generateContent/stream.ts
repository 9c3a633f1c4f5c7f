import type { ReplyDraft } from '../../chat/chatProtocol.ts';
import { splitIntoPieces } from '../../script/scriptedAnswers.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import {
  writeCallParts,
  writeFinish,
  writePictureParts,
  writeResponse,
  writeUsageMetadata,
} from './reply.ts';

function* writeParts(draft: ReplyDraft): Generator<object> {
  const { thinking, text } = draft.answer;
  for (const piece of splitIntoPieces(thinking)) {
    yield { text: piece, thought: true };
  }
  for (const piece of splitIntoPieces(text)) {
    yield { text: piece };
  }
  yield* writePictureParts(draft);
  yield* writeCallParts(draft);
}

/** The whole response as the events of its stream: no names, no end mark, the finish reason in the last one. */
export function* writeGenerateContentEvents(draft: ReplyDraft): Generator<StreamEvent> {
  const { input } = draft.tokens;
  const usageSoFar = { promptTokenCount: input, totalTokenCount: input };
  for (const part of writeParts(draft)) {
    yield { data: writeResponse(draft, [part], {}, usageSoFar), isPaced: true };
  }
  yield { data: writeResponse(draft, [{ text: '' }], writeFinish(draft), writeUsageMetadata(draft.tokens)) };
}
