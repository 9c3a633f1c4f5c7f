import type { AnswerSink } from './answerSink.ts';

const opening = '<think>';
const closing = '</think>';
/** What may be the beginning of the closing tag, which relays write on a line of its own. */
const begunClosing = /\n?(?:<[/think]{0,6})?$/;
/** Some models begin with line breaks; after more of them than this, a tag is text. */
const mostBlanks = 32;

/**
 * Separates thinking from text if a relay, or a model, has put it into the text: between tags, at the very
 * start. Only what may be an incomplete tag is held back.
 */
export function createThinkTags(sink: Pick<AnswerSink, 'text' | 'thinking'>) {
  let state: 'start' | 'thinking' | 'justAfter' | 'text' = 'start';
  let held = '';
  /** The line break after the opening tag belongs to the tag, whether it arrives with it or later. */
  let isLineBreakDue = true;

  function addToStart(piece: string): void {
    held += piece;
    const beginning = held.trimStart();
    const isLate = held.length - beginning.length > mostBlanks;
    if (isLate || !opening.startsWith(beginning.slice(0, opening.length))) settle();
    else if (beginning.length >= opening.length) {
      state = 'thinking';
      held = '';
      addToThinking(beginning.slice(opening.length));
    }
  }

  function addToThinking(piece: string): void {
    let thought = held + piece;
    held = '';
    if (isLineBreakDue && thought !== '') {
      isLineBreakDue = false;
      thought = thought.replace(/^\n/, '');
    }
    const end = thought.indexOf(closing);
    if (end === -1) {
      const begun = thought.search(begunClosing);
      held = thought.slice(begun);
      sink.thinking(thought.slice(0, begun));
      return;
    }
    sink.thinking(thought.slice(0, end).replace(/\n$/, ''));
    state = 'justAfter';
    addJustAfter(thought.slice(end + closing.length));
  }

  function addJustAfter(piece: string): void {
    const text = piece.replace(/^\n+/, '');
    if (text === '') return;
    state = 'text';
    sink.text(text);
  }

  /** Emits the held back text as what it is so far: something else comes next, or nothing. */
  function settle(): void {
    const settled = held;
    held = '';
    if (state === 'thinking') sink.thinking(settled);
    else if (settled !== '') {
      state = 'text';
      sink.text(settled);
    }
  }

  return {
    add(piece: string): void {
      if (state === 'text') sink.text(piece);
      else if (state === 'start') addToStart(piece);
      else if (state === 'thinking') addToThinking(piece);
      else addJustAfter(piece);
    },

    settle,
  };
}
