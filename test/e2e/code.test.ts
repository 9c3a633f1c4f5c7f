import { attachedFiles, describeAttachments } from './code/attachments.ts';
import { changedFiles, describeCodeBlocks } from './code/codeBlocks.ts';
import { commitAll, commitSettings, committedFiles, describeCommitMessages } from './code/commitMessages.ts';
import { askedAboutFiles, describeEditorPrompts } from './code/editorPrompts.ts';
import { describePrompts, promptFiles } from './code/prompts.ts';
import { describeRewrites, rewrittenFiles } from './code/rewrites.ts';
import { describeInOneEditor } from './harness/useEditor.ts';

const options = {
  connectByEnvironment: true,
  files: {
    ...attachedFiles,
    ...askedAboutFiles,
    ...changedFiles,
    ...committedFiles,
    ...promptFiles,
    ...rewrittenFiles,
  },
  prepare: commitAll,
  settings: {
    ...commitSettings,
    // Without GPU acceleration, the text of a terminal can be read from the page.
    'terminal.integrated.gpuAcceleration': 'off',
    'files.autoSave': 'off',
  },
};

describeInOneEditor('between the chat and the editor', options, {
  'a commit message': describeCommitMessages,
  attachments: describeAttachments,
  prompts: describePrompts,
  'code of a response': describeCodeBlocks,
  'a rewrite': describeRewrites,
  // Leaves something attached.
  'prompts about code': describeEditorPrompts,
});
