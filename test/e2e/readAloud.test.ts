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
  'of what the mouse points at': describeSources,
  'that goes where the person wants': describeWalking,
  'that costs something': describeKept,
  'of an answer of the chat': describeAnswersAloud,
  'with a voice that was chosen': describeVoices,
});
