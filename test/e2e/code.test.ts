import { attachedFiles, describeAttachments } from './code/attachments.ts';
import { changedFiles, describeCodeBlocks } from './code/codeBlocks.ts';
import { askedAboutFiles, describeEditorPrompts } from './code/editorPrompts.ts';
import { describePrompts, promptFiles } from './code/prompts.ts';
import { describeInOneEditor } from './harness/sharedEditor.ts';

const options = {
  connectByEnvironment: true,
  files: { ...attachedFiles, ...askedAboutFiles, ...changedFiles, ...promptFiles },
  // What a terminal draws without the graphics card can be read in the page.
  settings: { 'terminal.integrated.gpuAcceleration': 'off' },
};

describeInOneEditor('code between the chat and the editor', options, {
  'attachments of the chat': describeAttachments,
  'prompts of a folder': describePrompts,
  'code of an answer': describeCodeBlocks,
  // Leaves something attached.
  'questions about code from its editor': describeEditorPrompts,
});
