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
      case 'sound':
        return view.show({ sound: message });
      case 'queue':
        return view.show({ queue: message });
      case 'notice':
        return view.show({ notice: message.text });
      case 'waiting':
        return view.showWait(message.wait);
      case 'account':
        return view.show({ account: message.account });
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
