import { type DiagramFact, type DiagramIntent, diagramFact } from '../diagramProtocol.ts';
import { connectHost } from '../host.ts';
import { DiagramView } from './diagramView.ts';

const root = document.querySelector('main') ?? document.body;
const host = connectHost<DiagramFact, DiagramIntent>(diagramFact, ({ source }) => void view.show(source));
const view = new DiagramView(root, (message) => host.send({ type: 'log', level: 'warn', message }));
host.send({ type: 'ready' });
