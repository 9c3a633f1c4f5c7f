import { connectHost, reportFocus } from '../host.ts';
import { type ChatFact, type ChatIntent, chatFact } from '../protocol.ts';
import { ChatApp } from './app.ts';
import { ChatConversation } from './conversation/conversation.ts';
import { ChatFind } from './conversation/find/findBar.ts';
import { ChatSystem } from './conversation/system.ts';
import { ChatComposer } from './input/composer.ts';
import { keepDraft } from './kept/draft.ts';
import { ChatAnswer } from './turn/answer.ts';
import { ChatQuestion } from './turn/question.ts';
import { ChatTurn } from './turn/turn.ts';

customElements.define('chat-question', ChatQuestion);
customElements.define('chat-answer', ChatAnswer);
customElements.define('chat-turn', ChatTurn);
customElements.define('chat-composer', ChatComposer);
customElements.define('chat-conversation', ChatConversation);
customElements.define('chat-find', ChatFind);
customElements.define('chat-system', ChatSystem);
customElements.define('relay-chat', ChatApp);

const app = document.querySelector<ChatApp>('relay-chat') ?? document.body.appendChild(new ChatApp());
const host = connectHost<ChatFact, ChatIntent>(chatFact, (fact) =>
  fact.type === 'focusKnown' ? focus.onKnown(fact.number) : app.receive(fact),
);

app.addEventListener('chat-intent', ({ detail }) => host.send(detail));
const focus = reportFocus(host.send, ['find', 'help']);
keepDraft(app, (text) => host.send({ type: 'draft', text }));

void app.updateComplete.then(() => host.send({ type: 'ready' }));
