/** How long a pause of typing is. */
const pauseMs = 300;

/**
 * Puts off what is to be done about each key until typing pauses; or until the person goes elsewhere, since the page
 * may then be gone before the pause is over.
 */
export class TypingPause {
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
    for (const type of ['focusout', 'visibilitychange']) document.addEventListener(type, this.end);
    for (const type of ['blur', 'pagehide']) window.addEventListener(type, this.end);
  }

  /** One begins with each key. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.end, pauseMs);
  }

  /** Does it now, where a key is waited for. */
  readonly end = (): void => {
    if (this.#timer !== undefined) this.now();
  };

  /** Does it now in any case. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#act();
  }
}
