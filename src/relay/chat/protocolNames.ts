/** The chat protocols of the contract's section 4, in which a model can be spoken to. */
export const protocols = ['messages', 'chatCompletions', 'generateContent'] as const;

export type Protocol = (typeof protocols)[number];
