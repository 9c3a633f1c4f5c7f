import type { Protocol } from '../chat/protocolNames.ts';
import type { RelayError } from '../errors/relayError.ts';
import type { ModelAbilities, TokenLimits } from './modelAbilities.ts';

/** What a model is for, by what the lists say and otherwise by its id. */
export type ModelKind = 'chat' | 'speech' | 'image' | 'video' | 'embedding' | 'transcription' | 'rerank';

/** One model that the token may see, merged from both lists (contract 4). */
export interface RelayModel extends ModelAbilities, TokenLimits {
  /** As it goes into requests: without a `models/` prefix. */
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
  /** Lists that could not be read, or not to their end, when there is something to show anyway. */
  readonly incomplete: readonly {
    readonly path: ModelListPath;
    readonly error: RelayError;
  }[];
  /** The relay lists more than `maxListedModels`. The rest was left out. */
  readonly isCapped?: boolean;
}
