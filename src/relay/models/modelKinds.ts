import type { Protocol } from '../chat/protocolNames.ts';
import type { ModelKind, RelayModel } from './relayModel.ts';

/** Statements of the lists about one model; often none, or plain `openai` for everything. */
interface ModelLabels {
  /** `supported_endpoint_types` of the chat-completions list. */
  readonly endpointTypes: readonly string[];
  /** `supportedGenerationMethods` of the generate-content list. */
  readonly generationMethods: readonly string[];
  /** Whether `/v1/models` has the model. */
  readonly isInChatCompletionsList: boolean;
}

/**
 * Words of ids that tell what a model is for. They come before the labels, because a relay labels by the channel's
 * type: speech and images behind an `openai` channel are labeled as chat. The first match counts.
 */
const kindsById: readonly (readonly [RegExp, ModelKind])[] = [
  [/(?<![a-z])rerank/i, 'rerank'],
  [/(?<![a-z])(embed(?!ded)|bge[-_])/i, 'embedding'],
  [/(?<![a-z])(whisper|transcri(be|ption)|(asr|stt)(?![a-z]))/i, 'transcription'],
  [/(?<![a-z])tts(?![a-z])|^speech-/i, 'speech'],
  // In names without separators, only a capital shows where the next word begins.
  [/[a-z]TTS(?![a-z])/, 'speech'],
  [/(?<![a-z])(sora|veo|kling|seedance)(?![a-z])|(?<![a-z])cogvideo|[-_]video([-_]|$)/i, 'video'],
  [/(?<![a-z])(seedream|seededit|imagen|gpt-image|dall-e|flux)(?![a-z])|[-_]image([-_]|$)/i, 'image'],
];

/**
 * A name with `video` may mean that the model makes or watches video: if the lists name a chat endpoint, they decide.
 */
const videoName = /(?<![a-z])video(?![a-z])/i;

/** Chat models that draw. Other image models that are labeled as chat are behind a chat service's channel. */
const drawingChatModels = /(^|[/:@.])(gx|gemini|gpt)-.{0,80}[-_]image([-_]|$)/i;

const kindsByEndpointType: ReadonlyMap<string, ModelKind> = new Map([
  ['image-generation', 'image'],
  ['embeddings', 'embedding'],
  ['jina-rerank', 'rerank'],
  ['openai-video', 'video'],
  ['video', 'video'],
]);

const kindsByMethod: ReadonlyMap<string, ModelKind> = new Map([
  ['embedContent', 'embedding'],
  ['predict', 'image'],
  ['predictLongRunning', 'video'],
]);

const protocolsByEndpointType: ReadonlyMap<string, Protocol> = new Map([
  ['anthropic', 'messages'],
  ['gemini', 'generateContent'],
  ['openai', 'chatCompletions'],
]);

/** The native protocols of model families (contract 2.2, 2.6), with or without a vendor prefix. */
const protocolsById: readonly (readonly [RegExp, Protocol])[] = [
  [/(^|[/:@.])(msg-|claude)/i, 'messages'],
  [/(^|[/:@.])(gx-|gemini|learnlm)/i, 'generateContent'],
];

/**
 * What a model is for, and which protocols it supports, the best first: its family's own, then the others that the
 * lists name. The chat-completions list names that protocol and the family's own by listing the model, unless its
 * types say otherwise; the same applies to an id about which nothing is known. Generate content comes last unless it
 * is the family's own: relays list whole catalogs for it, and drop tools and images on that path.
 */
export function classifyModel(
  id: string,
  labels: ModelLabels,
): { kind: ModelKind; protocols: readonly Protocol[] } {
  const own = protocolById(id);
  const typed = labels.endpointTypes.flatMap((type) => protocolsByEndpointType.get(type) ?? []);
  const isGenerating = labels.generationMethods.includes('generateContent');
  const unlabelled = typed.length === 0 && !isGenerating && videoName.test(id) ? 'video' : 'chat';
  const kind = firstMatch(kindsById, id) ?? kindByLabels(labels) ?? unlabelled;
  if (kind !== 'chat' && !(kind === 'image' && drawingChatModels.test(id))) return { kind, protocols: [] };
  const named = new Set<Protocol>(typed);
  const isUntyped = typed.length === 0 && (kind === 'chat' || isGenerating);
  if (isUntyped && (labels.isInChatCompletionsList || !isGenerating)) named.add(own).add('chatCompletions');
  if (isGenerating) named.add('generateContent');
  const rank = (protocol: Protocol) => (protocol === own ? 0 : protocol === 'generateContent' ? 2 : 1);
  return { kind, protocols: [...named].sort((a, b) => rank(a) - rank(b)) };
}

/** A model's purpose by its entry in the list, or else by its name alone, which tells whether it draws in a chat. */
export function kindOf(id: string, listed: RelayModel | undefined): Pick<RelayModel, 'kind' | 'protocols'> {
  return (
    listed ??
    classifyModel(id, { endpointTypes: ['openai'], generationMethods: [], isInChatCompletionsList: true })
  );
}

/** Whether it generates images at separate endpoints, and not in a chat. */
export function isImageModel(id: string, listed: RelayModel | undefined): boolean {
  const { kind, protocols } = kindOf(id, listed);
  return kind === 'image' && protocols.length === 0;
}

/** The native protocol of a model, or chat completions, by its id alone. */
export function protocolById(id: string): Protocol {
  return firstMatch(protocolsById, id) ?? 'chatCompletions';
}

function kindByLabels({ endpointTypes, generationMethods }: ModelLabels): ModelKind | undefined {
  const fromTypes = endpointTypes.map((type) => kindsByEndpointType.get(type)).find((kind) => kind);
  if (fromTypes) return fromTypes;
  if (endpointTypes.length > 0 || generationMethods.includes('generateContent')) return undefined;
  return generationMethods.map((method) => kindsByMethod.get(method)).find((kind) => kind);
}

function firstMatch<T>(table: readonly (readonly [RegExp, T])[], id: string): T | undefined {
  return table.find(([pattern]) => pattern.test(id))?.[1];
}
