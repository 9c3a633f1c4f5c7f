import { invalidRequest, Refusal } from '../wire/refusal.ts';
import type { DemoToken } from './tokens.ts';

/** What a model is called for: an endpoint each. */
export type ModelUse =
  | 'messages'
  | 'chatCompletions'
  | 'generateContent'
  | 'speech'
  | 'image'
  | 'predict'
  | 'video';

export interface DemoModel {
  readonly id: string;
  /** Chat models are served in every protocol that their labels name, and on chat completions always. */
  readonly use: 'chat' | 'speech' | 'image' | 'predict' | 'video';
  readonly ownedBy: string;
  /** As relays report it: by the channel's type, so speech models claim to be chat models or say nothing. */
  readonly endpointTypes: readonly string[] | null;
  /** Only in the list of the generate-content protocol. */
  readonly onlyInV1beta?: boolean;
  /** Thinks before every response. */
  readonly isReasoning?: boolean;
  /** US dollars for each token, as lists in the style of OpenRouter write them. */
  readonly pricing?: Readonly<Record<string, string>>;
  /** What Google's list style tells; relays leave all of it null for the models of other providers. */
  readonly details?: {
    readonly displayName: string;
    readonly description: string;
    readonly inputTokenLimit: number;
    readonly outputTokenLimit: number;
    readonly methods: readonly string[];
  };
}

/** The context of every scripted model, in tokens: `max_tokens` may not be more (contract 2.4). */
export const contextTokens = 200_000;

type Details = NonNullable<DemoModel['details']>;

function chatModel(id: string, endpointTypes: readonly string[], more: Partial<DemoModel> = {}): DemoModel {
  return { id, use: 'chat', ownedBy: 'scripted', endpointTypes, ...more };
}

function gxChatModel(id: string, displayName: string, more: Partial<DemoModel> = {}): DemoModel {
  const details: Details = {
    displayName,
    description: 'A script of the reference relay; no model.',
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    methods: ['generateContent', 'countTokens'],
  };
  return chatModel(id, ['gemini', 'openai'], { details, ...more });
}

function gxSpeechModel(id: string, displayName: string): DemoModel {
  const details: Details = {
    displayName,
    description: 'Preview speech model. Spoken by a local synthesiser here.',
    inputTokenLimit: 8192,
    outputTokenLimit: 16_384,
    methods: ['countTokens', 'generateContent'],
  };
  return { id, use: 'speech', ownedBy: 'espeak-ng', endpointTypes: ['gemini', 'openai'], details };
}

/** Contract 2.2 and 2.6, and a few that make a picker's life interesting. All chat models have the same script. */
const demoModels: readonly DemoModel[] = [
  ...[
    'msg-haiku-4-5-20251001',
    'msg-sonnet-4-20250514',
    'msg-sonnet-4-5-20250929',
    'msg-sonnet-4-6',
    'msg-opus-4-20250514',
    'msg-opus-4-1-20250805',
    'msg-opus-4-5-20251101',
    'msg-opus-4-6',
    'msg-opus-4-7',
  ].map((id) => chatModel(id, ['anthropic'])),
  chatModel('oa-mini', ['openai']),
  chatModel('oa-large', ['openai'], {
    pricing: { prompt: '0.00000125', completion: '0.00001', input_cache_read: '0.000000125' },
  }),
  chatModel('deep-reasoner', ['openai'], { isReasoning: true }),
  chatModel('dual-large', ['anthropic', 'openai'], {
    pricing: {
      prompt: '0.000003',
      completion: '0.000015',
      input_cache_read: '0.0000003',
      input_cache_write: '0.00000375',
      request: '0',
    },
  }),
  gxChatModel('gx-2.5-flash', 'GX 2.5 Flash'),
  gxChatModel('gx-2.5-pro', 'GX 2.5 Pro'),
  gxChatModel('gx-2.5-flash-lite', 'GX 2.5 Flash Lite', { onlyInV1beta: true }),
  { id: 'seed-tts-1.0', use: 'speech', ownedBy: 'espeak-ng', endpointTypes: ['openai'] },
  { id: 'seed-tts-2.0', use: 'speech', ownedBy: 'espeak-ng', endpointTypes: null },
  gxSpeechModel('gx-2.5-flash-preview-tts', 'GX 2.5 Flash Preview TTS'),
  gxSpeechModel('gx-2.5-pro-preview-tts', 'GX 2.5 Pro Preview TTS'),
  {
    id: 'imagen-4.0-generate-001',
    use: 'predict',
    ownedBy: 'drawn',
    endpointTypes: ['image-generation', 'gemini'],
    details: {
      displayName: 'Imagen 4',
      description: 'Draws squares in the colours of the prompt.',
      inputTokenLimit: 480,
      outputTokenLimit: 8192,
      methods: ['predict'],
    },
  },
  {
    id: 'seedream-4-0-250828',
    use: 'image',
    ownedBy: 'drawn',
    endpointTypes: ['image-generation', 'openai'],
  },
  { id: 'oa-image-1', use: 'image', ownedBy: 'drawn', endpointTypes: ['image-generation', 'openai'] },
  { id: 'oa-video-1', use: 'video', ownedBy: 'drawn', endpointTypes: ['openai-video'] },
];

/** The models that a token sees (contract 4 and 5). */
export function visibleModels(token: DemoToken): readonly DemoModel[] {
  if (token.hasNoChannel === true) return [];
  return demoModels.filter(({ id }) => token.models?.includes(id) ?? true);
}

const labels: Readonly<Partial<Record<ModelUse, string>>> = {
  messages: 'anthropic',
  generateContent: 'gemini',
};

function isServed(model: DemoModel, use: ModelUse): boolean {
  if (model.use !== 'chat') return model.use === use;
  const label = labels[use];
  return use === 'chatCompletions' || (label !== undefined && model.endpointTypes?.includes(label) === true);
}

/**
 * Lets a call through to its model, or refuses it as the relay's middleware does: before the endpoint's own
 * protocol is looked at, and so in the relay's own error shape whatever the endpoint.
 */
export function admitCall(token: DemoToken, id: unknown, use: ModelUse): DemoModel {
  if (token.callRefusal !== undefined) throw new Refusal(token.callRefusal);
  if (typeof id !== 'string' || id === '') throw invalidRequest('model: Field required');
  if (token.models !== undefined && !token.models.includes(id)) {
    throw new Refusal({ status: 403, message: `This token has no access to model ${id}` });
  }
  if (token.hasNoChannel === true) {
    throw new Refusal({
      status: 503,
      code: 'model_not_found',
      message: `分组 default 下模型 ${id} 无可用渠道（distributor）`,
    });
  }
  const model = demoModels.find((candidate) => candidate.id === id);
  if (model === undefined || !isServed(model, use)) {
    const reason = model === undefined ? 'does not exist' : 'is not served by this endpoint';
    throw new Refusal({
      status: 404,
      type: 'invalid_request_error',
      code: 'model_not_found',
      message: `The model '${id}' ${reason}`,
    });
  }
  // A chat's protocol has its own shape for it.
  if (model.use !== 'chat' && token.lateRefusal !== undefined) throw new Refusal(token.lateRefusal);
  return model;
}
