import { PageMemory } from './pageMemory.ts';

/** Since when an answer is waited for, or thinks, or a tool runs; in milliseconds. */
export const waits = new PageMemory('waits', (value) => typeof value === 'number');
