import type { DemoModel, ModelUse } from '../account/models.ts';
import type { ScriptedAnswer } from '../script/scriptedAnswers.ts';
import type { StreamEvent, StreamPart } from '../wire/eventFraming.ts';
import type { JsonObject } from '../wire/fields.ts';
import type { RequestRecord } from '../wire/journal.ts';
import type { ErrorShape, RefusalDetails } from '../wire/refusal.ts';
import type { CacheCounts, PromptBlock } from './promptCache.ts';
import { checkImageLimits, type ReceivedImage } from './receivedImage.ts';
import type { ThoughtSeals } from './thoughtSeals.ts';

/** A tool that a request offers. */
export interface OfferedTool {
  readonly name: string;
  /** JSON schema of the arguments. */
  readonly schema: JsonObject;
}

export type ToolChoice =
  | { readonly type: 'auto' | 'any' | 'none' }
  | { readonly type: 'tool'; readonly name: string };

/** What a tool call of the response before came to. */
export interface ToolResult {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** The user's last words, and how many responses came after them, each of which called tools. */
interface AskedText {
  readonly text: string;
  readonly rounds: number;
}

/** A chat request as the script sees it: the same for every protocol. */
export interface Question {
  /** What the user said since the response before. */
  readonly text: string;
  /** What the user's own words were last, and how often tools were called since. */
  readonly asked: AskedText;
  /** In the user's last turn, those inside of tool results among them. */
  readonly images: readonly ReceivedImage[];
  readonly toolResults: readonly ToolResult[];
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ToolChoice;
  /** Whether the request asks for thoughts, in the protocol's own way. */
  readonly wantsThinking: boolean;
  readonly maxTokens: number | undefined;
  readonly stopSequences: readonly string[];
  /** Of all text of the request, from which its tokens are estimated. */
  readonly promptCharacters: number;
  /** The whole prompt, where the protocol has marks of what is to be cached and the request has one. */
  readonly markedPrompt?: readonly PromptBlock[];
}

/** A message of any protocol. */
interface ToldMessage {
  /** Whether a model said it. */
  readonly isAnswer: boolean;
  readonly text: string;
  readonly images?: readonly ReceivedImage[];
  readonly toolResults?: readonly ToolResult[];
}

/**
 * What the messages of a request say to the script: those after the last response, or, as with a prefilled response, those
 * before it.
 */
export function readMessages(
  messages: readonly ToldMessage[],
): Pick<Question, 'text' | 'asked' | 'images' | 'toolResults'> {
  checkImageLimits(messages.flatMap(({ images = [] }) => images));
  const last = messages.findLastIndex(({ isAnswer }) => !isAnswer);
  const before = messages.findLastIndex(({ isAnswer }, index) => isAnswer && index < last);
  const turn = messages.slice(before + 1, last + 1);
  const asked = messages.findLastIndex(({ isAnswer, text }) => !isAnswer && text.trim() !== '');
  return {
    text: turn.map(({ text }) => text).join('\n'),
    asked: {
      text: messages[asked]?.text ?? '',
      rounds: messages.slice(asked + 1).filter(({ isAnswer }) => isAnswer).length,
    },
    images: turn.flatMap(({ images = [] }) => images),
    toolResults: turn.flatMap(({ toolResults = [] }) => toolResults),
  };
}

export interface TokenCounts {
  /** All of it, cached or not. */
  readonly input: number;
  /** Where the request had marks. */
  readonly cache?: CacheCounts;
  /** Thoughts included. */
  readonly output: number;
  readonly thinking: number;
}

/** All that a protocol's writer needs to know. */
export interface ReplyDraft {
  /** Twenty-five letters and digits, the request's id; protocols put their own prefix before it. */
  readonly id: string;
  readonly createdSeconds: number;
  readonly model: DemoModel;
  readonly answer: ScriptedAnswer;
  readonly tokens: TokenCounts;
  /** The request's body, for what only this protocol has. */
  readonly body: JsonObject;
  readonly seals: ThoughtSeals;
}

/** Failures of the provider behind the relay. */
export type UpstreamFailure = 'overloaded' | 'server error' | 'rate limit';

/** One way to speak to a chat model. A new protocol is one of these, and a row in the list of endpoints. */
export interface ChatProtocol {
  readonly path: RegExp;
  readonly use: ModelUse;
  /** The model, and whether to stream, where they are not in the body's own fields. */
  readonly readTarget?: (record: Readonly<RequestRecord>) => {
    readonly model: unknown;
    readonly isStreamed: boolean;
  };
  /** Of refusals after routing. */
  readonly errorShape: ErrorShape;
  /** Checks a body against the protocol's own rules, or throws the Refusal that it earns. */
  readonly readQuestion: (body: JsonObject, seals: ThoughtSeals) => Question;
  readonly writeReply: (draft: ReplyDraft) => JsonObject;
  readonly writeEvents: (draft: ReplyDraft) => Iterable<StreamPart>;
  readonly upstreamFailures: Readonly<Record<UpstreamFailure, RefusalDetails>>;
  /** An overload in the middle of a stream, as an event. */
  readonly errorEvent: StreamEvent;
}
