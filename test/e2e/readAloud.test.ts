import { describeInOneEditor } from './harness/useEditor.ts';
import { describeAnswersAloud } from './readAloud/answersAloud.ts';
import { describeKept, keptFiles } from './readAloud/kept.ts';
import { describeReading, readingFiles } from './readAloud/reading.ts';
import { describeSources, sourceFiles } from './readAloud/sources.ts';
import { describeVoices, voicedFiles, voicedSettings } from './readAloud/voices.ts';
import { describeWalking, walkingFiles } from './readAloud/walking.ts';

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
