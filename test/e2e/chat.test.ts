import { describeAnswers } from './chat/answers.ts';
import { describeModels } from './chat/models.ts';
import { describePlaces } from './chat/places.ts';
import { describeReading } from './chat/reading.ts';
import { describeRefusals } from './chat/refusals.ts';
import { describeReturns } from './chat/returns.ts';
import { describeTools } from './chat/tools.ts';
import { describeTurns } from './chat/turns.ts';
import { describeInOneEditor } from './harness/sharedEditor.ts';

const options = {
  connectByEnvironment: true,
  files: { 'a.txt': 'Hello.', 'a.go': 'package a\n' },
  settings: { 'endToEndTests.tools': true },
};

describeInOneEditor('the chat', options, {
  'answers of it': describeAnswers,
  'turns of it': describeTurns,
  'what comes back in it': describeReturns,
  'places of it': describePlaces,
  'refusals in it': describeRefusals,
  'models of it': describeModels,
  'tools of it': describeTools,
  // Moves the chat to another place.
  'reading in it': describeReading,
});
