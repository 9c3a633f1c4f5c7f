import type { Definition } from 'mdast';
import type { KnownLabels } from './parseMarkdown.ts';
import { findLabels } from './renderBlocks.ts';
import type { RenderContext } from './renderInline.ts';

/** What the frozen part of a response has defined. */
export class Labels implements KnownLabels {
  readonly definitions = new Map<string, Definition>();
  readonly footnotes = new Set<string>();

  has(label: string): boolean {
    return this.definitions.has(label) || this.footnotes.has(label);
  }

  learn(nodes: Parameters<typeof findLabels>[0]): void {
    const { definitions, footnotes } = findLabels(nodes);
    for (const definition of definitions) {
      // The first definition of a label is the one that counts.
      if (!this.definitions.has(definition.identifier)) {
        this.definitions.set(definition.identifier, definition);
      }
    }
    for (const { identifier } of footnotes) this.footnotes.add(identifier);
  }

  /** A text that is the same as long as all labels mean the same, with those of the open end. */
  name({ definitions, footnotes }: ReturnType<typeof findLabels>): string {
    return JSON.stringify([
      this.definitions.size,
      definitions.map(({ identifier, url, title }) => [identifier, url, title]),
      this.footnotes.size,
      footnotes.map(({ identifier }) => identifier),
    ]);
  }

  createContext(source: string, own: readonly Definition[]): RenderContext {
    return {
      source,
      definition: (label) =>
        this.definitions.get(label) ?? own.find(({ identifier }) => identifier === label),
    };
  }
}
