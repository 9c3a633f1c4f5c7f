import type { DiagramHostMessage, DiagramWebviewMessage } from '../../protocol/diagramProtocol.ts';
import { createElement } from '../ui/dom.ts';
import { connectHost, writePageState } from '../ui/host.ts';
import { DiagramView } from './diagramView.ts';

const root = document.querySelector('main') ?? document.body;
const nonce = document.currentScript?.nonce ?? '';
const host = connectHost<DiagramHostMessage, DiagramWebviewMessage>(({ source, maximumLength, library }) => {
  document.head.append(createElement('script', { nonce }, library));
  // VS Code passes this state to the host when it restores the tab.
  if (source.length <= maximumLength) writePageState('source', source);
  void view.show(source, maximumLength);
});
const view = new DiagramView(root, (message) => host.send({ type: 'log', level: 'warn', message }));
host.send({ type: 'ready' });
