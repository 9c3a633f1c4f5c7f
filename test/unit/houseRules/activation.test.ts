import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostBundle, loadedSoon } from '../../../scripts/packaging/hostBundle.ts';
import { splitBundle } from '../../../scripts/packaging/splitBundle.ts';
import { projectFolder } from '../../../scripts/projectPaths.ts';

/** The limit for the code that is parsed and run when a window first needs the extension. */
const largestBytes = 119 * 1024;

/** The code that VS Code needs from the start. Everything else is loaded when it is first used. */
const neededAtOnce = [
  /^src\/(extension|manifest)\.ts$/,
  /^src\/(platform|text)\//,
  // Messages about failures are loaded with the first failure.
  /^src\/messages\/ownErrors\.ts$/,
  /^src\/connection\/(connectionStore|environmentConnection|storedKeys)\.ts$/,
  /^src\/models\/(modelStore|registerModels)\.ts$/,
  /^src\/chatProvider\/(listedModels|registerLanguageModels)\.ts$/,
  // VS Code asks the light bulb and the hover about every text.
  /^src\/editing\/prompts\/registerEditorPrompts\.ts$/,
  /^src\/readAloud\/view\/playInHover\.ts$/,
  /^src\/relay\/(apiKey|baseUrl|json|raceAbort|(chat\/(protocolNames|requestFields)|errors\/relayError|http\/hosts|models\/(modelFamilies|modelGroups|modelOverrides|relayModel)|tokens\/tokenCorrection))\.ts$/,
  // zod/mini. The client loads the full zod.
  /^node_modules\/zod\/[^?]*$/,
];

describe('the code loaded at activation', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'activation-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is small, and includes no code of unused features', async () => {
    const { metafile, fileOf } = await splitBundle({
      ...hostBundle,
      absWorkingDir: projectFolder,
      outdir: folder,
      soon: loadedSoon,
      minify: true,
      legalComments: 'none',
    });
    const inputs = Object.entries(metafile.outputs)
      .filter(([path]) => fileOf.get(path.split('/').at(-1) ?? '') === 'extension.cjs')
      .flatMap(([, output]) => Object.entries(output.inputs))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path);
    ok(inputs.includes('src/extension.ts'));
    deepStrictEqual(
      inputs.filter((path) => !neededAtOnce.some((pattern) => pattern.test(path))),
      [],
    );
    const { size } = statSync(join(folder, 'extension.cjs'));
    ok(size <= largestBytes, `extension.cjs has ${size} bytes; ${largestBytes} are allowed`);
  });
});
