import { createHash } from 'node:crypto';
import { countTokens } from '../script/scriptedAnswers.ts';

/** A tool, or a block of the system prompt or of a message, in the order in which a service reads them. */
export interface PromptBlock {
  /** The same for what is the same to the model. */
  readonly identity: string;
  readonly characters: number;
  /** The prompt is to be cached up to here. */
  readonly isMarked: boolean;
}

/** Of a prompt's tokens, how many came from the cache and how many went to it. */
export interface CacheCounts {
  readonly read: number;
  readonly written: number;
}

/** Marks on shorter prompts are ignored, as services do. */
const smallestPromptTokens = 1024;
/** How many blocks before a mark are looked up. */
const lookBack = 20;

/** What a service caches of prompts: each account's and each model's own, and only from the first block on. */
export class PromptCache {
  readonly #prefixes = new Set<string>();

  /** Looks a prompt up, and writes it as far as it is marked. */
  use(owner: readonly string[], blocks: readonly PromptBlock[]): CacheCounts {
    const hash = createHash('sha256').update(JSON.stringify(owner));
    let characters = 0;
    const places = blocks.map((block) => {
      characters += block.characters;
      hash.update(JSON.stringify(block.identity));
      return { ...block, prefix: hash.copy().digest('base64'), tokens: countTokens(characters) };
    });
    const marks = places.flatMap(({ isMarked, tokens }, index) =>
      isMarked && tokens >= smallestPromptTokens ? [index] : [],
    );
    const known = marks
      .flatMap((index) => places.slice(Math.max(0, index - lookBack), index + 1))
      .filter(({ prefix }) => this.#prefixes.has(prefix));
    const read = Math.max(0, ...known.map(({ tokens }) => tokens));
    const marked = marks.flatMap((index) => places[index] ?? []);
    for (const { prefix } of marked) this.#prefixes.add(prefix);
    return { read, written: Math.max(0, ...marked.map(({ tokens }) => tokens - read)) };
  }
}
