import type { TasksHostMessage, TasksWebviewMessage } from '../../protocol/tasksProtocol.ts';
import { connectHost } from '../ui/host.ts';
import { TaskComposer } from './taskComposer.ts';
import { TaskFilm } from './taskFilm.ts';
import { TasksApp } from './tasksApp.ts';

const host = connectHost<TasksHostMessage, TasksWebviewMessage>((message) => app.receive(message));
customElements.define('tasks-composer', TaskComposer);
customElements.define('tasks-film', TaskFilm);
customElements.define('relay-tasks', TasksApp);

const app = document.querySelector<TasksApp>('relay-tasks') ?? document.body.appendChild(new TasksApp());
app.addEventListener('tasks-message', ({ detail }) => host.send(detail));
void app.updateComplete.then(() => host.send({ type: 'ready' }));
