import type { HostMessage, WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import { connectHost, reportFocus } from '../ui/host.ts';
import { ChatApp } from './chatApp.ts';
import { ChatConversation } from './conversation/conversationView.ts';
import { ChatSystem } from './conversation/system.ts';
import { ChatFind } from './find/find.ts';
import { ChatComposer } from './input/composer.ts';
import { ChatModelMenu } from './input/modelMenu.ts';
import { TypingPause } from './pageState.ts';
import { ChatAnswer } from './turn/answer.ts';
import { ChatPicture } from './turn/pictureElement.ts';
import { ChatQuestion } from './turn/question.ts';
import { ChatText } from './turn/textElement.ts';
import { ChatToolCall } from './turn/toolCall.ts';
import { ChatTurn } from './turn/turnElement.ts';

customElements.define('chat-text', ChatText);
customElements.define('chat-picture', ChatPicture);
customElements.define('chat-tool-call', ChatToolCall);
customElements.define('chat-question', ChatQuestion);
customElements.define('chat-answer', ChatAnswer);
customElements.define('chat-turn', ChatTurn);
customElements.define('chat-model-menu', ChatModelMenu);
customElements.define('chat-composer', ChatComposer);
customElements.define('chat-conversation', ChatConversation);
customElements.define('chat-find', ChatFind);
customElements.define('chat-system', ChatSystem);
customElements.define('relay-chat', ChatApp);

const app = document.querySelector<ChatApp>('relay-chat') ?? document.body.appendChild(new ChatApp());
const host = connectHost<HostMessage, WebviewMessage>((message) =>
  message.type === 'focusKnown' ? focus.onKnown(message.number) : app.receive(message),
);

app.addEventListener('chat-message', ({ detail }) => host.send(detail));
const focus = reportFocus(host.send, ['find', 'help']);
keepDraft(app, (text) => host.send({ type: 'draft', text }));

void app.updateComplete.then(() => host.send({ type: 'ready' }));

/** Sends the typed text to the host to save: when typing pauses, and at once when the input is emptied. */
function keepDraft(page: HTMLElement, keep: (text: string) => void): void {
  let text = '';
  const pause = new TypingPause(() => keep(text));
  page.addEventListener('chat-draft', ({ detail }) => {
    text = detail;
    if (text === '') pause.now();
    else pause.begin();
  });
}
