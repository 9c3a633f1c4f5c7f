import type { Protocol } from '../chat/protocolNames.ts';
import { protocols } from '../chat/protocolNames.ts';
import { matchingPatterns } from './modelOverrides.ts';
import type { RelayModel } from './relayModel.ts';

/**
 * The protocol of a model: from the setting, else from the relay's lists; undefined if neither has the model, so that
 * its ID decides. `overrides` is the unparsed setting, from model IDs, or patterns with `*`, to protocols. An exact ID
 * takes precedence over a pattern, and a longer pattern over a shorter one.
 */
export function chooseProtocol(
  id: string,
  models: readonly RelayModel[],
  overrides: Readonly<Record<string, unknown>>,
): Protocol | undefined {
  const patterns = Object.keys(overrides).filter((key) => isProtocol(overrides[key]));
  const [pattern] = matchingPatterns(patterns, id);
  const chosen = pattern === undefined ? undefined : overrides[pattern];
  return isProtocol(chosen) ? chosen : models.find((model) => model.id === id)?.protocols[0];
}

function isProtocol(value: unknown): value is Protocol {
  return protocols.some((protocol) => protocol === value);
}
