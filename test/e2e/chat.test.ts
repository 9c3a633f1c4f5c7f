import { describeAnswers } from './chat/answers.ts';
import { describeModels } from './chat/models.ts';
import { describePlaces } from './chat/places.ts';
import { describeReading } from './chat/reading.ts';
import { describeRefusals } from './chat/refusals.ts';
import { describeReturns } from './chat/returns.ts';
import { describeTools } from './chat/tools.ts';
import { describeTurns } from './chat/turns.ts';
import { describeInOneEditor } from './harness/useEditor.ts';

const options = {
  connectByEnvironment: true,
  files: { 'a.txt': 'Hello.', 'a.go': 'package a\n' },
  settings: { 'endToEndTests.tools': true },
};

describeInOneEditor('the chat', options, {
  'while it responds': describeAnswers,
  'whose turns': describeTurns,
  'when it restores state': describeReturns,
  'beside models, editors and chats': describePlaces,
  'when the relay rejects a request': describeRefusals,
  'whose model list': describeModels,
  'whose tools': describeTools,
  // Moves the chat, so it comes last.
  'during navigation': describeReading,
});
