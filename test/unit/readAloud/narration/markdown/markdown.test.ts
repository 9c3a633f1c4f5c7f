import { deepStrictEqual } from 'node:assert/strict';
import { narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { faultsOf, type NarrationCase, speak, written } from '../narratedBlocks.ts';
import { chineseCases } from './chineseCases.ts';
import { inlineCases } from './inlineCases.ts';
import { structureCases } from './structureCases.ts';

const tables: Readonly<Record<string, readonly NarrationCase[]>> = {
  'within a paragraph': inlineCases,
  'block by block': structureCases,
  'in Chinese': chineseCases,
};

describe('Markdown as it is heard', () => {
  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const [name, source, options, expected] of cases) {
        it(name, () => {
          const blocks = speak(narrationFor('markdown'), source, options);
          deepStrictEqual(
            { heard: blocks.map(written), faults: blocks.flatMap((block) => faultsOf(block, source)) },
            { heard: [...expected], faults: [] },
          );
        });
      }
    });
  }
});
