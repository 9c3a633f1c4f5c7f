import { useEditor } from '../e2e/harness/useEditor.ts';
import { describeWholeFile, makeWholeFile } from '../e2e/readAloud/wholeFile.ts';

const sentenceCount = Number(process.env['SOAK_SENTENCES'] ?? 200);
const { sentences, files } = makeWholeFile(sentenceCount);

describe(`a file of ${sentenceCount} sentences, where the browser wants a click first`, () => {
  describeWholeFile(useEditor({ files, connectByEnvironment: true, gesturePolicy: 'required' }), sentences);
});
