import type { ReaderTabHostMessage, ReaderTabWebviewMessage } from '../../protocol/readerProtocol.ts';
import { connectHost } from '../ui/host.ts';
import type { ReaderView } from './view/readerElement.ts';
import { noReading } from './view/readerModel.ts';

/** The page of the editor tab: it shows what the view plays. All its actions go through the host. */
export function openTabPage(view: ReaderView): void {
  const host = connectHost<ReaderTabHostMessage, ReaderTabWebviewMessage>(receive);
  const { send } = host;

  function receive(message: ReaderTabHostMessage): void {
    switch (message.type) {
      case 'text': {
        const { title, from, isWhole } = message;
        const before = from === 0 ? noReading : { sentences: view.model.sentences };
        const sentences = [...before.sentences, ...message.sentences];
        return view.show({ ...before, title, sentences, isWhole });
      }
      case 'place': {
        const { status, index, seconds, skipped, failure } = message;
        return view.show({ status, index, seconds, failure, skipped: new Set(skipped) });
      }
      default:
        return view.showFact(message);
    }
  }

  view.actions = {
    send,
    stop: () => send({ type: 'stop' }),
    listen: () => send({ type: 'showView' }),
    setSound(change, isFinal) {
      view.show({ sound: { ...view.model.sound, ...change } });
      if (!isFinal) return;
      if (change.speed !== undefined) send({ type: 'setSpeed', speed: change.speed });
      if (change.volume !== undefined) send({ type: 'setVolume', volume: change.volume });
    },
  };
  send({ type: 'ready' });
}
