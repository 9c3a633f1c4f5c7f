import { RelayError } from '../errors/relayError.ts';

/** The methods of endpoints whose path has the model (contract 4). */
type ModelAction = 'streamGenerateContent' | 'predict';

/**
 * The path of an endpoint that has the model in it: '/v1beta/models/gx-2.5-flash:predict'. Slashes of an id stay,
 * because relays take everything up to the last colon as the id; all other reserved characters are encoded. Throws
 * `invalidRequest` with field 'model' for an id that would lead to another endpoint: one with an empty or dotted
 * segment.
 */
export function modelPath(model: string, action: ModelAction): `/${string}` {
  // This protocol's model lists prefix names with 'models/'.
  const steps = model
    .trim()
    .replace(/^models\//, '')
    .split('/');
  if (!model.isWellFormed() || steps.some((step) => /^\s*\.{0,2}\s*$/.test(step))) {
    throw new RelayError('invalidRequest', { field: 'model' });
  }
  return `/v1beta/models/${steps.map(encodeURIComponent).join('/')}:${action}`;
}
