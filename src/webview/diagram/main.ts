import {
  type DiagramFact,
  type DiagramIntent,
  diagramFact,
  maximumSourceLength,
} from '../diagramProtocol.ts';
import { connectHost, writePageState } from '../host.ts';
import { DiagramView } from './diagramView.ts';

const root = document.querySelector('main') ?? document.body;
const host = connectHost<DiagramFact, DiagramIntent>(diagramFact, ({ source }) => {
  // VS Code hands it to the host when it builds the tab anew.
  if (source.length <= maximumSourceLength) writePageState('source', source);
  void view.show(source);
});
const view = new DiagramView(root, (message) => host.send({ type: 'log', level: 'warn', message }));
host.send({ type: 'ready' });
