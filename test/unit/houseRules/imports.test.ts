import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Import, readSourceFiles, type SourceFile } from './sourceFiles.ts';

const files = readSourceFiles();
/** The parts of relay/ that know neither zod nor undici, and so cost nothing. */
const light =
  /^src\/relay\/(address|apiKey|invisibleCharacters|relayError|refusalMemory|logger|json|chat\/(callNames|fieldRefusals|protocolNames|requestFields|responseParts|toolNames|toolSchema)|models\/(efforts|modelFamilies|modelId)|media\/imageFormat|speech\/audioFrames|errors\/cleanText|http\/(hosts|retry))\.ts$/;
const viewProtocols = [
  'src/webview/protocol.ts',
  'src/webview/readerProtocol.ts',
  'src/webview/settingsProtocol.ts',
  'src/webview/protocolViews.ts',
  'src/webview/diagramProtocol.ts',
];
const features = ['connection', 'models', 'chat', 'readAloud', 'editor'];

/** Files that know nothing of VS Code or a browser, outside relay/. */
const pureFiles = [
  'src/ids.ts',
  'src/profiles.ts',
  'src/untilAborted.ts',
  'src/readAloudSettings.ts',
  'src/requestFields.ts',
  'src/connection/relayConnection.ts',
  'src/connection/connectLink.ts',
  'src/connection/typedChecks.ts',
  'src/connection/fields.ts',
  'src/chat/answerParts.ts',
  'src/chat/answerRun.ts',
  'src/chat/answerRuns.ts',
  'src/chat/answerTexts.ts',
  'src/chat/attach/contextMeter.ts',
  'src/chat/attach/draft.ts',
  'src/chat/attach/guard/realPlace.ts',
  'src/chat/attach/limits.ts',
  'src/chat/attach/sources/bundle.ts',
  'src/chat/attach/sources/cleanName.ts',
  'src/chat/attach/sources/gathered.ts',
  'src/chat/attach/sources/textBytes.ts',
  'src/chat/attach/suggest/fuzzy.ts',
  'src/chat/attachment.ts',
  'src/chat/chatMemory.ts',
  'src/chat/chatMessages.ts',
  'src/chat/chatServices.ts',
  'src/chat/chatSession.ts',
  'src/chat/code/apply/anchor.ts',
  'src/chat/code/apply/newFile.ts',
  'src/chat/code/apply/patch.ts',
  'src/chat/code/apply/proposalScheme.ts',
  'src/chat/code/apply/result.ts',
  'src/chat/code/describeCode.ts',
  'src/chat/code/linkTarget.ts',
  'src/chat/code/shellCommand.ts',
  'src/chat/conversation.ts',
  'src/chat/disk/files.ts',
  'src/chat/disk/follower.ts',
  'src/chat/disk/forgottenFiles.ts',
  'src/chat/disk/keptFile.ts',
  'src/chat/disk/lines.ts',
  'src/chat/disk/missingRecords.ts',
  'src/chat/disk/recordLine.ts',
  'src/chat/history.ts',
  'src/chat/handOver.ts',
  'src/chat/history/search.ts',
  'src/chat/history/summary.ts',
  'src/chat/history/words.ts',
  'src/chat/journal.ts',
  'src/chat/keeping.ts',
  'src/chat/keptQueue.ts',
  'src/chat/loadConversation.ts',
  'src/chat/message.ts',
  'src/chat/messageQueue.ts',
  'src/chat/modelRefusals.ts',
  'src/chat/pictureStore.ts',
  'src/chat/prompts/builtInPrompts.ts',
  'src/chat/prompts/format/frontMatter.ts',
  'src/chat/prompts/format/promptCall.ts',
  'src/chat/prompts/format/promptFile.ts',
  'src/chat/prompts/format/promptReferences.ts',
  'src/chat/prompts/format/promptVariables.ts',
  'src/chat/prompts/promptWords.ts',
  'src/chat/recipients.ts',
  'src/chat/records.ts',
  'src/chat/titles.ts',
  'src/chat/tools/loopWatch.ts',
  'src/chat/tools/modelWords.ts',
  'src/chat/tools/toolDecisions.ts',
  'src/chat/tools/toolInput.ts',
  'src/chat/tools/toolRounds.ts',
  'src/chat/transcript/marks.ts',
  'src/chat/transcript/readTranscript.ts',
  'src/chat/transcript/writeTranscript.ts',
  'src/chat/turn.ts',
  'src/chat/turnFacts.ts',
  'src/chat/turnViews.ts',
  'src/chat/windowSession.ts',

  'src/chat/writers.ts',
  'src/editor/commitMessage/cleanMessage.ts',
  'src/editor/commitMessage/diff/keyBodies.ts',
  'src/editor/commitMessage/undoMessage.ts',
  'src/editor/commitMessage/diff/maskedDiff.ts',
  'src/editor/commitMessage/diff/shownDiff.ts',
  'src/editor/commitMessage/prompt.ts',
  'src/editor/findMark.ts',
  'src/editor/languageModels/messages/heldCalls.ts',
  'src/editor/languageModels/utility/editorsOwn.ts',
  'src/editor/languageModels/utility/smallModels.ts',
  'src/editor/languageModels/utility/utilityChoices.ts',
  'src/editor/languageModels/utility/utilitySettings.ts',
  'src/editor/prompts/codeQuestion.ts',
  'src/editor/prompts/namedDeclaration.ts',
  'src/modelConfiguration.ts',
  'src/modelOverrides.ts',
  'src/modelPatterns.ts',
  'src/proposals/indentation.ts',
  'src/editor/rewrite/question/hiddenSecrets.ts',
  'src/editor/rewrite/question/rewriteQuestion.ts',
  'src/editor/rewrite/rewriteScheme.ts',
  'src/editor/rewrite/place/followedRange.ts',
  'src/editor/rewrite/answer/answerLines.ts',
  'src/editor/rewrite/answer/chooseLines.ts',
  'src/editor/rewrite/answer/fitLines.ts',
  'src/editor/rewrite/answer/growingLines.ts',
  'src/editor/rewrite/answer/readAnswer.ts',
  'src/editor/rewrite/tests/testPaths.ts',
  'src/models/groups.ts',
  'src/readAloud/control/trials.ts',
  'src/readAloud/sources/problems/problemsText.ts',
  'src/readAloud/view/soundChecks.ts',
  'src/readAloud/view/soundTest.ts',
  'src/readAloud/view/viewFacts.ts',
  'src/readAloud/voices/chosenSpeech.ts',
  'src/readAloud/voices/seedVoices.ts',
  'src/readAloud/voices/speechFields.ts',
  'src/readAloud/voices/voice.ts',
  'src/readAloud/voices/voicePreview.ts',
  'src/readAloud/voices/voices.ts',
  'src/readAloud/voices/voiceWords.ts',
];

/** Folders of which every file is so. */
const pureFolders = [
  'src/messages/',
  'src/secrets/',
  'src/text/',
  'src/tokens/',
  'src/editor/languageModels/models/',
  ...['audio', 'plan', 'playback', 'narration', 'text'].map((name) => `src/readAloud/${name}/`),
];

/** What several features share. */
const sharedFolders = ['src/messages/', 'src/proposals/', 'src/secrets/', 'src/text/', 'src/tokens/'];

/** Libraries that do what pure files do: read Markdown, code and diffs, and make MP3. */
const pureLibraries =
  /^(diff\/.*|tokenx|hast|highlight\.js(\/.*)?|lowlight|mdast|mdast-util-from-markdown|mdast-util-gfm|micromark-.*|wasm-media-encoders\/esnext)$/;

function isPure(path: string): boolean {
  return pureFiles.includes(path) || pureFolders.some((folder) => path.startsWith(folder));
}

function breaches(
  concerned: (file: SourceFile) => boolean,
  allowed: (target: Import, file: SourceFile) => boolean,
) {
  return files
    .filter(concerned)
    .flatMap((file) =>
      file.imports
        .filter((target) => !allowed(target, file))
        .map(({ target }) => `${file.path} -> ${target}`),
    );
}

/** The first circle of imports; empty where there is none. */
function findCircle(all: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(all.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  function follow(path: string, route: readonly string[]): readonly string[] {
    if (route.includes(path)) return [...route.slice(route.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of importsOf.get(path) ?? []) {
      const circle = follow(target, [...route, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  }
  return all.map(({ path }) => follow(path, [])).find((circle) => circle.length > 0) ?? [];
}

/** Files that are one thing, however long they are. */
const longestFiles: Readonly<Record<string, number>> = {
  // The state of one reading has one owner.
  'src/readAloud/playback/playbackSession.ts': 400,
};

describe('who may know whom', () => {
  it('reads the imports of every file', () => {
    ok(files.length > 30 && files.some(({ imports }) => imports.length > 0));
  });

  it('relay/ knows its own folder, text/, zod, Node, and in one file each undici and eventsource-parser', () => {
    const onlyIn: Record<string, string> = {
      'eventsource-parser': 'src/relay/eventStream.ts',
    };
    deepStrictEqual(
      breaches(
        ({ path }) => path.startsWith('src/relay/'),
        ({ target }, { path }) =>
          target.startsWith('src/relay/') ||
          target.startsWith('src/text/') ||
          target.startsWith('node:') ||
          target === 'zod' ||
          onlyIn[target] === path ||
          (/^undici(\/|$)/.test(target) && /\/http\/undici(Files\.d)?\.ts$/.test(path)),
      ),
      [],
    );
  });

  it('the rest loads the client at run time only in one place, so that nothing pays for it at start-up', () => {
    const isHeavy = (target: string) => target.startsWith('src/relay/') && !light.test(target);
    const found = files
      .filter(({ path }) => !path.startsWith('src/relay/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target, isTypeOnly }) => isHeavy(target) && !isTypeOnly)
          .map(({ target }) => [path, target]),
      );
    deepStrictEqual(found, [['src/connection/connectionStore.ts', 'src/relay/client.ts']]);
  });

  it('pure files know neither vscode nor a view nor another feature', () => {
    deepStrictEqual(
      pureFiles.filter((path) => !files.some((file) => file.path === path)),
      [],
      'every pure file exists',
    );
    deepStrictEqual(
      breaches(
        ({ path }) => isPure(path),
        ({ target, isTypeOnly }, { path }) =>
          target.startsWith('node:') ||
          target === 'zod/mini' ||
          pureLibraries.test(target) ||
          ['src/ids.ts', 'src/profiles.ts', 'src/untilAborted.ts'].includes(target) ||
          sharedFolders.some((folder) => target.startsWith(folder) && isPure(target)) ||
          /^src\/model(Configuration|Overrides|Patterns)\.ts$/.test(target) ||
          light.test(target) ||
          (isTypeOnly && (target.startsWith('src/relay/') || viewProtocols.includes(target))) ||
          (target.startsWith('src/') && target.split('/')[1] === path.split('/')[1]),
      ),
      [],
    );
  });

  it('the views’ browser code knows itself, text/, how a response becomes its parts, types of relay/, and no host', () => {
    deepStrictEqual(
      breaches(
        ({ path }) => path.startsWith('src/webview/'),
        ({ target, isTypeOnly }) =>
          target.startsWith('src/webview/') ||
          target.startsWith('src/text/') ||
          target === 'src/relay/chat/responseParts.ts' ||
          (isTypeOnly && target.startsWith('src/relay/')) ||
          (!target.startsWith('src/') &&
            target !== 'vscode' &&
            !target.startsWith('node:') &&
            target !== 'zod'),
      ),
      [],
    );
  });

  it('the host takes nothing of the views but the protocol', () => {
    deepStrictEqual(
      breaches(
        ({ path }) => !path.startsWith('src/webview/'),
        ({ target }) => !target.startsWith('src/webview/') || viewProtocols.includes(target),
      ),
      [],
    );
  });

  it('a feature knows no other feature; only extension.ts knows them all, and nobody knows it', () => {
    deepStrictEqual(
      breaches(
        ({ path }) => path !== 'src/extension.ts',
        ({ target }, { path }) => {
          if (target === 'src/extension.ts') return false;
          const [, folder] = target.split('/');
          return !folder || !features.includes(folder) || path.startsWith(`src/${folder}/`);
        },
      ),
      [],
    );
  });

  it('no file leads back to itself, not even by types', () => {
    deepStrictEqual(findCircle(files), []);
    const of = (path: string, target: string) => ({
      path,
      text: '',
      imports: [{ target, isTypeOnly: true }],
    });
    deepStrictEqual(findCircle([of('a', 'b'), of('b', 'c'), of('c', 'b')]), ['b', 'c', 'b']);
  });

  it('configuration is read in settings.ts alone', () => {
    deepStrictEqual(
      files.filter(({ text }) => text.includes('getConfiguration')).map(({ path }) => path),
      ['src/editorSettings.ts', 'src/settings.ts'],
    );
  });

  it('notifications are shown by notify.ts alone, which keeps foreign words from being markup', () => {
    deepStrictEqual(
      files
        .filter(({ text }) => /show(Information|Warning|Error)Message|setStatusBarMessage/.test(text))
        .map(({ path }) => path),
      ['src/notify.ts'],
    );
  });

  it('no text can become HTML in a view', () => {
    const forbidden =
      /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|DOMParser|document\.write|createContextualFragment|srcdoc/;
    deepStrictEqual(
      files
        .filter(({ path, text }) => path.startsWith('src/webview/') && forbidden.test(text))
        .map(({ path }) => path),
      [],
    );
  });

  it('files stay under 300 lines and have no default exports', () => {
    deepStrictEqual(
      files
        .filter(
          ({ path, text }) =>
            text.split('\n').length > (longestFiles[path] ?? 320) || /export default/.test(text),
        )
        .map(({ path }) => path),
      [],
    );
  });
});
