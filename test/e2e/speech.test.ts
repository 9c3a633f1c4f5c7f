import { describeInOneEditor } from './harness/sharedEditor.ts';
import { describeAnswersAloud } from './speech/answersAloud.ts';
import { describeVoices, voicedFiles, voicedSettings } from './speech/voices.ts';

const options = { connectByEnvironment: true, files: voicedFiles, settings: voicedSettings };

describeInOneEditor('speech', options, {
  'of an answer of the chat': describeAnswersAloud,
  'with a voice that was chosen': describeVoices,
});
