import type { ChatRequest } from '../../relay/chat/chatRequest.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { createRefusalMemory } from '../../relay/refusalMemory.ts';
import { hasPictures } from '../../relay/tokens/requestTokens.ts';
import type { Memory } from '../storage/persistence.ts';

/** Inputs that some models refuse. */
export type Refusable = 'tools' | 'pictures';

// The input and a refusal, near each other and in either order. Relays pass on messages of many services.
const near = '[^.。!！\\n]{0,80}?';
const denials = [
  "(?:do(?:es)?|is|are|was|were|can) ?n[o’']t (?:currently |yet )?(?:be )?(?:support|accept|allow|enabl|implement|process|handle|available)\\w*",
  '(?:do(?:es)? not|is not|are not|cannot|can not|not) (?:currently |yet )?(?:be )?(?:support|accept|allow|enabl|implement|process|handle|available)\\w*',
  'unsupported',
  'no endpoints? found',
  'doesn’t have',
  'lacks?',
  '不(?:能)?(?:支持|接受|可用|允许|具备)',
  '(?:未|没有|无法)(?:启用|支持|开启|使用|处理|识别|实现)',
];
const things: Readonly<Record<Refusable, string>> = {
  tools:
    '(?:\\btool(?:s|[ _-]?us(?:e|age)|[ _-]?call(?:s|ing)?|[ _-]?choice)?\\b|\\bfunction[ _-]?call(?:s|ing)?\\b|\\bfunctions?\\b|工具|函数调用)',
  pictures:
    '(?:\\bimages?(?:[ _-]?(?:url|input)s?)?\\b|\\bpictures?\\b|\\bvision\\b|\\bvisual\\b|\\bmulti-?modal\\b|图片|图像|视觉|多模态)',
};
/** Parsers' messages about an image part where only text is known. */
const parserWords: Readonly<Record<Refusable, RegExp>> = {
  tools:
    /(?:unknown|unrecognized|unexpected|extra) (?:field|parameter|argument|request argument)s?(?: supplied)?:? ?[`'"]?tool(?:s|_choice)\b|auto[`'"]? tool choice requires|\btools?: extra inputs/i,
  pictures:
    /unknown variant [`'"]?(?:image_url|image|input_image)\b|only [`'"]?text[`'"]? (?:content|type|input)|(?:must|should) be a (?:valid )?string.*\bcontent\b|\bcontent\b.*(?:must|should) be a (?:valid )?string|(?:is )?not a multimodal model|expected a string, got (?:a )?list/i,
};
/** Messages about one invalid tool or image: others would be accepted. */
const aboutOne: Readonly<Record<Refusable, RegExp>> = {
  tools: /\bschemas?\b|\btools?(?:\[|\.)\s?\d|参数/i,
  pictures:
    /\b(?:image|picture)[ _-]?(?:formats?|types?|sizes?)\b|\bmedia[ _-]?type|\bmime\b|\bdimensions?\b|too large|格式|尺寸/i,
};
const refusalWords = { tools: toPattern('tools'), pictures: toPattern('pictures') };

function toPattern(what: Refusable): RegExp {
  const denial = `(?:${denials.join('|')})`;
  return new RegExp(`${things[what]}${near}${denial}|${denial}${near}${things[what]}`, 'iu');
}

/** Kinds of errors that are never a refusal of an input. */
const otherKinds: ReadonlySet<RelayError['kind']> = new Set([
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
  'rateLimit',
  'timeout',
  'connection',
  'cancelled',
  'requestTooLarge',
]);

/** Whether an error says that the model takes none of these. Only meaningful if some were sent. */
export function refuses(error: unknown, what: Refusable): boolean {
  if (!(error instanceof RelayError) || otherKinds.has(error.kind)) return false;
  const words = error.details.relayMessage ?? '';
  return parserWords[what].test(words) || (refusalWords[what].test(words) && !aboutOne[what].test(words));
}

/** Which models refused images or tools, so that the chat can warn before the next prompt. */
export type ModelRefusals = ReturnType<typeof createModelRefusals>;

export function createModelRefusals(memory: Memory) {
  const refusals = createRefusalMemory(memory, { key: 'chat.modelRefusals' });
  return {
    /** Records the outcome of a request: without an error, the model takes what was sent. */
    note(
      { relay, request }: { readonly relay: string; readonly request: ChatRequest },
      error?: unknown,
    ): void {
      const { model } = request;
      const sent = { tools: (request.tools?.length ?? 0) > 0, pictures: hasPictures(request) };
      for (const what of ['tools', 'pictures'] as const) {
        if (!sent[what]) continue;
        if (error === undefined || refuses(error, what))
          refusals.set(relay, model, what, error !== undefined);
      }
    },
    /** `relay` is its origin or its host. */
    has: refusals.has,
  };
}
