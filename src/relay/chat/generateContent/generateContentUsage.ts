import type { Usage } from '../chatEvent.ts';
import type { ChatSink } from '../chatProtocol.ts';
import { createInputUsage } from '../inputUsage.ts';
import { usageSchema } from './generateContentReply.ts';

/**
 * Tells of the usage that comes with every piece of an answer, cumulative: the last one counts, so that only
 * the first and those from the finish mark on are looked at and told.
 */
export function createUsageTeller(sink: ChatSink) {
  let latest: unknown;
  let told: unknown;
  let toldText = '{}';

  return {
    remember(usageMetadata: unknown): void {
      if (typeof usageMetadata === 'object' && usageMetadata !== null) latest = usageMetadata;
    },

    tell(): void {
      if (latest === told) return;
      told = latest;
      const usage = readUsage(latest);
      const text = JSON.stringify(usage);
      if (text === toldText || text === '{}') return;
      toldText = text;
      sink.event({ type: 'usage', usage });
    },
  };
}

/** Zero counts are left out: relays fill unknown ones with 0, which would overwrite what came before. */
function readUsage(json: unknown): Usage {
  const raw = usageSchema.safeParse(json).data;
  const input = raw?.promptTokenCount ?? 0;
  const answered = raw?.candidatesTokenCount ?? 0;
  const thought = raw?.thoughtsTokenCount ?? 0;
  const cached = raw?.cachedContentTokenCount ?? 0;
  // The service counts thoughts apart; relays that convert have them in the sum, as the total tells.
  const isSum = raw?.totalTokenCount === input + answered;
  const output = isSum ? answered : answered + thought;
  return {
    ...createInputUsage({ input, cached, written: 0, isApart: false, output: answered }),
    ...(output && { outputTokens: output }),
    ...(thought && { thinkingTokens: thought }),
  };
}
