import { describeInOneEditor } from './harness/sharedEditor.ts';
import { describeAnswersAloud } from './speech/answersAloud.ts';
import { describeKept, keptFiles } from './speech/kept.ts';
import { describeReading, readingFiles } from './speech/reading.ts';
import { describeSources, sourceFiles } from './speech/sources.ts';
import { describeVoices, voicedFiles, voicedSettings } from './speech/voices.ts';
import { describeWalking, walkingFiles } from './speech/walking.ts';

const options = {
  connectByEnvironment: true,
  files: { ...readingFiles, ...walkingFiles, ...keptFiles, ...sourceFiles, ...voicedFiles },
  settings: voicedSettings,
};

describeInOneEditor('reading aloud', options, {
  'of a selection': describeReading,
  'started with the mouse': describeSources,
  'with navigation': describeWalking,
  'with cached speech': describeKept,
  'of a chat response': describeAnswersAloud,
  'with a selected voice': describeVoices,
});
