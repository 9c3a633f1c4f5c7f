import * as z from 'zod/mini';
import { protocols } from '../chat/protocolNames.ts';
import type { RelayError } from '../errors/relayError.ts';
import { efforts } from './modelFamilies.ts';

/** US dollars per token and per request. Absent: not stated. */
const modelPrices = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.exactOptional(z.number()),
  cacheWrite: z.exactOptional(z.number()),
  request: z.exactOptional(z.number()),
});
export type ModelPrices = Readonly<z.infer<typeof modelPrices>>;

/** One model that the token may see, merged from both lists (contract 4). */
export const relayModelSchema = z.lazy(() =>
  z.object({
    /** The id in requests: without a `models/` prefix. */
    id: z.string(),
    displayName: z.exactOptional(z.string()),
    ownedBy: z.exactOptional(z.string()),
    /** The purpose of a model, by the lists or else by its id. */
    kind: z.enum(['chat', 'speech', 'image', 'video', 'embedding', 'transcription', 'rerank']),
    /** Empty for models that no chat protocol serves. First is preferred. */
    protocols: z.array(z.enum(protocols)),
    /** Input tokens, without the output. */
    inputTokenLimit: z.exactOptional(z.number()),
    /** Input and output tokens together. */
    contextTokens: z.exactOptional(z.number()),
    outputTokenLimit: z.exactOptional(z.number()),
    /** A capability according to a list, as all that follow. Absent: not stated. */
    takesImages: z.exactOptional(z.boolean()),
    takesTools: z.exactOptional(z.boolean()),
    /** Whether it can think before it responds. */
    thinks: z.exactOptional(z.boolean()),
    /** The efforts that it takes, if the list names them. */
    efforts: z.exactOptional(z.array(z.enum(efforts))),
    takesTemperature: z.exactOptional(z.boolean()),
    /** Whether a list names it for predict: it generates images from text. */
    takesPredict: z.exactOptional(z.literal(true)),
    prices: z.exactOptional(modelPrices),
  }),
);

type Parsed = z.infer<typeof relayModelSchema>;
export type RelayModel = {
  readonly [Field in keyof Parsed]: Parsed[Field] extends (infer Item)[] ? readonly Item[] : Parsed[Field];
};

export type ModelKind = RelayModel['kind'];

export type ModelAbilities = Pick<
  RelayModel,
  'takesImages' | 'takesTools' | 'thinks' | 'efforts' | 'takesTemperature'
>;

export type TokenLimits = Pick<RelayModel, 'inputTokenLimit' | 'contextTokens' | 'outputTokenLimit'>;

/** The two lists: in the style of the chat-completions and of the generate-content protocol (contract 4). */
export type ModelListPath = '/v1/models' | '/v1beta/models';

/** The outcome of listing: the union of both lists; a list that failed is named with its error. */
export interface ModelList {
  /** Sorted by id; one entry a model. */
  readonly models: readonly RelayModel[];
  /** Lists that could not be read completely, if there are models from the other. */
  readonly incomplete: readonly {
    readonly path: ModelListPath;
    readonly error: RelayError;
  }[];
  /** Whether the relay lists more than `maxListedModels`. The rest was left out. */
  readonly isCapped?: boolean;
}
