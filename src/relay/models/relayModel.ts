import type { Protocol } from '../chat/protocolNames.ts';
import type { RelayError } from '../errors/relayError.ts';
import type { ModelAbilities, TokenLimits } from './modelAbilities.ts';

/** The purpose of a model, by the lists or else by its id. */
export type ModelKind = 'chat' | 'speech' | 'image' | 'video' | 'embedding' | 'transcription' | 'rerank';

/** One model that the token may see, merged from both lists (contract 4). */
export interface RelayModel extends ModelAbilities, TokenLimits {
  /** The id in requests: without a `models/` prefix. */
  readonly id: string;
  readonly displayName?: string;
  readonly ownedBy?: string;
  readonly kind: ModelKind;
  /** Empty for models that no chat protocol serves. First is preferred. */
  readonly protocols: readonly Protocol[];
}

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
  /** The relay lists more than `maxListedModels`. The rest was left out. */
  readonly isCapped?: boolean;
}
