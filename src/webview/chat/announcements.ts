import type { ChatStateView, HostMessage } from '../../protocol/chatPageProtocol.ts';
import type {
  AccessibilityView,
  AnswerView,
  ChangedFileView,
  ModelView,
  ToolsView,
  TurnView,
} from '../../protocol/protocolViews.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { joinItems, joinSentences } from '../../text/joinText.ts';
import type { Announcer } from '../ui/announcer.ts';
import { describeFailure } from '../ui/failure.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import type { ChatState } from './chatState.ts';
import { shortenModel } from './shownNames.ts';
import type { ChatAnswer } from './turn/answer.ts';

/**
 * Describes a message for screen readers, unless the element that shows it announces it. `starting`: the result of
 * `listStarting` for the message.
 */
export function describeMessage(
  message: HostMessage,
  before: ChatState,
  starting: readonly AnswerView[],
): string | undefined {
  switch (message.type) {
    case 'turn':
    case 'turns':
      return describeRunning(starting);
    case 'rejected':
      return describeFailure(message.failure);
    case 'snapshot':
      return before.conversationId === '' || message.conversationId === before.conversationId
        ? undefined
        : describeConversation(message);
    case 'state':
      return joinSentences(...describeStateChanges(message, before)) || undefined;
    default:
      return undefined;
  }
}

function describeStateChanges(
  { queue, changes, model, tools, configuration, others }: Partial<ChatStateView>,
  before: ChatState,
): (string | undefined)[] {
  const known = new Set(before.changes.files.map(({ id }) => id));
  return [
    queue && queue.length > before.queue.length ? t('Queued') : undefined,
    ...(changes?.files.filter(({ id }) => !known.has(id)).map(describeChange) ?? []),
    before.model && model && model.id !== before.model.id
      ? t('Model: {0}', shortenModel(model.label))
      : undefined,
    others && describeOthers(others, before.others),
    before.tools && tools && tools.given !== before.tools.given ? describeTools(tools) : undefined,
    configuration?.warning === before.configuration?.warning ? undefined : configuration?.warning,
  ];
}

function describeChange({ path, isProposed, isNew }: ChangedFileView): string {
  if (isProposed) return t('Proposed change: {0}. Keep or undo it above the input.', path);
  return isNew ? t('Created: {0}', path) : t('Changed: {0}', path);
}

/** Streaming responses whose model is known and not announced yet. */
export function listStarting(message: HostMessage, announced: ReadonlySet<string>): AnswerView[] {
  if (message.type !== 'turn' && message.type !== 'turns') return [];
  const turns = message.type === 'turn' ? [message.turn] : message.window.turns;
  return turns
    .flatMap(listAnswers)
    .filter(({ id, model }) => model !== '' && message.running.includes(id) && !announced.has(id));
}

function describeConversation({ title, window }: Extract<HostMessage, { type: 'snapshot' }>): string {
  if (title) return t('Conversation: {0}', title);
  return window.total === 0 ? t('New chat') : t('Conversation');
}

function describeTools({ given, available, warning }: ToolsView): string {
  return joinSentences(t('Tools: {0} of {1}', formatNumber(given), formatNumber(available)), warning);
}

function describeOthers(others: readonly ModelView[], before: readonly ModelView[]): string | undefined {
  const names = (models: readonly ModelView[]) =>
    joinItems(
      models.map(({ label }) => shortenModel(label)),
      t,
    );
  if (names(others) === names(before)) return undefined;
  return others.length > 0 ? t('Models to compare: {0}', names(others)) : t('No longer comparing models');
}

function listAnswers(turn: TurnView): readonly AnswerView[] {
  return turn.compared ?? [turn];
}

function describeRunning(answers: readonly AnswerView[]): string | undefined {
  return joinSentences(...answers.map(({ model }) => t('{0} is responding', model))) || undefined;
}

/** Longer responses are announced up to this length. The page and the transcript have all of it. */
const maximumLength = 2_000;

interface Progress {
  /** Number of blocks that were announced, or existed before. */
  blocks: number;
  length: number;
}

/** Announces the texts of responses while they stream, or when they are complete. */
export class ResponseAnnouncer {
  mode: AccessibilityView['responses'] = 'off';
  readonly #announcer: Announcer;
  /** Responses that streamed in this page. */
  readonly #progress = new WeakMap<ChatAnswer, Progress>();
  readonly #ended = new WeakSet<ChatAnswer>();

  /** `page`: the element that gets the events of drawn text. */
  constructor(page: HTMLElement, announcer: Announcer) {
    this.#announcer = announcer;
    page.addEventListener('chat-text-drawn', ({ target }) => {
      const answer = target instanceof Element ? target.closest<ChatAnswer>('chat-answer') : null;
      if (answer) this.#announce(answer);
    });
  }

  /** Call it when more of a response arrived. Rendered paragraphs are not announced again. */
  begin(answer: ChatAnswer): void {
    if (!this.#progress.has(answer))
      this.#progress.set(answer, { blocks: listBlocks(answer).length, length: 0 });
  }

  /** Call it when the response ended. */
  end(answer: ChatAnswer): void {
    this.#ended.add(answer);
    this.#announce(answer);
  }

  #announce(answer: ChatAnswer): void {
    const progress = this.#progress.get(answer);
    if (!progress || this.mode === 'off' || progress.length >= maximumLength) return;
    const isOver = this.#ended.has(answer) && isDrawn(answer);
    if (!isOver && this.mode === 'onComplete') return;
    const blocks = listBlocks(answer);
    // The last block may still be streaming.
    const end = isOver ? blocks.length : blocks.length - 1;
    const lines: { text: string; lang: string }[] = [];
    for (const block of blocks.slice(this.mode === 'onComplete' ? 0 : progress.blocks, end)) {
      const text = ellipsize(describeBlock(block), maximumLength - progress.length);
      if (text === '') continue;
      progress.length += text.length;
      const last = lines.at(-1);
      if (last?.lang === block.lang) last.text += ` ${text}`;
      else lines.push({ text, lang: block.lang });
      if (progress.length >= maximumLength) break;
    }
    progress.blocks = Math.max(progress.blocks, end);
    if (isOver) this.#progress.delete(answer);
    for (const [place, { text, lang }] of lines.entries()) {
      const isNamed = answer.isCompared && place === 0;
      this.#announcer.announce(
        isNamed ? t('{0}: {1}', shortenModel(answer.answer.model), text) : text,
        lang || undefined,
      );
    }
    if (progress.length >= maximumLength)
      this.#announcer.announce(t('The rest of the response is in the chat.'));
  }
}

const texts = (answer: ChatAnswer) => [
  ...answer.querySelectorAll<HTMLElement>(':scope > article > .markdown'),
];

function isDrawn(answer: ChatAnswer): boolean {
  return texts(answer).every(({ dataset }) => dataset['drawn'] !== undefined);
}

/** Paragraphs, lists, tables and so on, without the groups that contain them. */
function listBlocks(answer: ChatAnswer): HTMLElement[] {
  return texts(answer).flatMap((text) => [
    ...text.querySelectorAll<HTMLElement>(':scope > :not(.group), :scope > .group > *'),
  ]);
}

/** The text of a block. Code, also in a list or a quote, is only announced. */
function describeBlock(block: Node): string {
  if (!(block instanceof HTMLElement)) return block.textContent ?? '';
  const code = block.matches('.code-block') && block.querySelector('pre');
  const words = code
    ? t('Code: {0}', code.ariaLabel ?? '')
    : block.querySelector('.code-block')
      ? Array.from(block.childNodes, describeBlock).join(' ')
      : block.innerText;
  return words.replace(/\s+/g, ' ').trim();
}

/** The tones of each signal, in hertz. */
const signals = { response: [660, 880], question: [880, 660, 880] } as const;
type Signal = keyof typeof signals;

const toneSeconds = 0.12;

let context: AudioContext | undefined;
const playing = new Set<OscillatorNode>();

/**
 * Plays a signal of a few tones: extensions can't play VS Code's own. Until the person interacts with the page, the
 * browser blocks sound: one signal waits for that, not all of them. Between signals, no audio thread runs.
 */
export function playSignal(signal: Signal, volume: number): void {
  if (volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  if (playing.size > 0 && audio.state !== 'running') return;
  void audio.resume();
  const gain = new GainNode(audio, { gain: 0.3 * Math.min(1, volume) });
  gain.connect(audio.destination);
  for (const [place, frequency] of signals[signal].entries()) {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(gain);
    tone.start(audio.currentTime + place * toneSeconds);
    tone.stop(audio.currentTime + (place + 1) * toneSeconds);
    playing.add(tone);
    tone.addEventListener('ended', () => {
      playing.delete(tone);
      if (playing.size === 0) void audio.suspend();
    });
  }
}
