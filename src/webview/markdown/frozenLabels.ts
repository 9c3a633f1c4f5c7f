import type { Definition } from 'mdast';
import type { KnownLabels } from './parseMarkdown.ts';
import type { Labels } from './pieces.ts';
import type { RenderContext } from './renderInline.ts';

/** The labels that the frozen part of a response defines. */
export class FrozenLabels implements KnownLabels {
  readonly definitions = new Map<string, Definition>();
  readonly footnotes = new Set<string>();

  has(label: string): boolean {
    return this.definitions.has(label) || this.footnotes.has(label);
  }

  learn({ definitions, footnotes }: Labels): void {
    for (const definition of definitions) {
      const { identifier } = definition;
      // The first definition of a label is the one that counts.
      if (!this.definitions.has(identifier)) this.definitions.set(identifier, definition);
    }
    for (const { identifier } of footnotes) this.footnotes.add(identifier);
  }

  /** A string that identifies the meaning of all labels, including those of the open end. */
  name({ definitions, footnotes }: Labels): string {
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
