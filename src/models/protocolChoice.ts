import type { Protocol } from '../relay/chat/protocolNames.ts';
import { protocols } from '../relay/chat/protocolNames.ts';
import { matchingPatterns } from '../relay/models/modelOverrides.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';

/**
 * In which protocol a model is spoken to: as the person set it, else as the relay's lists say; undefined where
 * neither knows the model, so that its id decides. `overrides` is the setting as it was found: model ids, or
 * patterns with `*`, to protocols. An exact id comes before a pattern, a longer pattern before a shorter one.
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
