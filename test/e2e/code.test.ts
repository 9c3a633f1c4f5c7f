import { attachedFiles, describeAttachments } from './code/attachments.ts';
import { changedFiles, describeCodeBlocks } from './code/codeBlocks.ts';
import { commitAll, commitSettings, committedFiles, describeCommitMessages } from './code/commitMessages.ts';
import { askedAboutFiles, describeEditorPrompts } from './code/editorPrompts.ts';
import { describePrompts, promptFiles } from './code/prompts.ts';
import { describeRewrites, rewrittenFiles } from './code/rewrites.ts';
import { describeInOneEditor } from './harness/sharedEditor.ts';

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
    // What a terminal draws without the graphics card can be read in the page.
    'terminal.integrated.gpuAcceleration': 'off',
    'files.autoSave': 'off',
  },
};

describeInOneEditor('code between the chat and the editor', options, {
  'message of a commit': describeCommitMessages,
  'attachments of the chat': describeAttachments,
  'prompts of a folder': describePrompts,
  'code of an answer': describeCodeBlocks,
  'rewritten in place': describeRewrites,
  // Leaves something attached.
  'questions about code from its editor': describeEditorPrompts,
});
