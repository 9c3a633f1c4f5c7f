import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { connectHost } from '../host.ts';
import { type ReaderFact, type ReaderIntent, readerFact } from '../protocol.ts';
import { createPlayer } from './player.ts';
import { ReaderView } from './readerView.ts';

customElements.define('relay-reader', ReaderView);
const view =
  document.querySelector<ReaderView>('relay-reader') ?? document.body.appendChild(new ReaderView());

// One element for as long as the page lives: a gesture unlocks this very element, and no other.
const audio = document.body.appendChild(document.createElement('audio'));
let readingId = '';

const host = connectHost<ReaderFact, ReaderIntent>(readerFact, receive);

const player = createPlayer(audio, {
  onState({ status, index }) {
    view.show({ status, index });
    if (readingId) host.send({ type: 'state', readingId, status, index });
  },
  onUnplayable: (index, message) => host.send({ type: 'unplayable', readingId, index, message }),
  onOutsidePause: () => host.send({ type: 'pause' }),
  onOutsideResume: () => host.send({ type: 'resume' }),
});

function receive(fact: ReaderFact): void {
  if (fact.type === 'stop') return stop();
  if (fact.type === 'begin') {
    readingId = fact.readingId;
    view.show({
      title: fact.title,
      sentences: fact.sentences,
      isWhole: fact.isWhole,
      failure: undefined,
    });
    return player.begin(fact.current, fact.paused);
  }
  if (fact.readingId !== readingId) return;
  switch (fact.type) {
    case 'sentences':
      return view.show({ sentences: [...view.model.sentences, ...fact.sentences], isWhole: fact.isWhole });
    case 'audio':
      return player.add(fact);
    case 'audioEnd':
      return player.end();
    case 'pause':
      return player.pause();
    case 'resume':
      return player.resume();
    case 'failed':
      view.show({ failure: fact.failure });
      return player.fail();
  }
}

function stop(): void {
  readingId = '';
  player.stop();
  view.show({ title: '', sentences: [], isWhole: true, failure: undefined });
}

view.actions = {
  pause: () => host.send({ type: 'pause' }),
  resume: () => host.send({ type: 'resume' }),
  stop() {
    // Silence at once, however busy the host is.
    stop();
    host.send({ type: 'stop' });
  },
  run: (action) => host.send({ type: 'action', action }),
  listen: () => player.unlock(),
};

// In the capture phase, so that no control can keep a gesture to itself. Stopping must not start a sound.
for (const type of ['pointerdown', 'click', 'keydown'] as const) {
  window.addEventListener(
    type,
    (event) => {
      if (!event.composedPath().some((target) => target instanceof Element && target.matches('.stop'))) {
        player.unlock();
      }
    },
    { capture: true },
  );
}
window.addEventListener('keydown', (event) => view.handleKey(event));

host.send({ type: 'ready' });
