import type { Translate } from '../../text/translate.ts';

/** The chat protocols of the contract's section 4. */
export const protocols = ['messages', 'chatCompletions', 'generateContent'] as const;

export type Protocol = (typeof protocols)[number];

export function describeProtocol(protocol: Protocol, t: Translate): string {
  const words: Record<Protocol, string> = {
    messages: t('Messages'),
    chatCompletions: t('Chat completions'),
    generateContent: t('Generate content'),
  };
  return words[protocol];
}
