/** Keeps the current sentence in sight, until the person scrolls elsewhere; scrolling back to it resumes. */
export interface Follower {
  /** To be called whenever the current sentence may have changed. */
  follow(current: HTMLElement | undefined): void;
  /** Goes back to the current sentence. */
  resume(): void;
}

/**
 * What was not drawn before has only an expected height, and moves when it is drawn. For so many frames the sentence
 * is looked after.
 */
const settlingFrames = 6;

/** `onChange` hears whether it follows. */
export function createFollower(list: HTMLElement, onChange: (isFollowing: boolean) => void): Follower {
  let current: HTMLElement | undefined;
  let isFollowing = true;
  let height = list.clientHeight;
  let framesLeft = 0;

  function set(value: boolean): void {
    if (value === isFollowing) return;
    isFollowing = value;
    onChange(value);
  }

  function reveal(): void {
    const isSettling = framesLeft > 0;
    framesLeft = settlingFrames;
    if (!isSettling) settle();
  }

  function settle(): void {
    if (!current || !isFollowing) framesLeft = 0;
    else bringIntoSight(list, current);
    if (framesLeft === 0) return;
    framesLeft -= 1;
    requestAnimationFrame(settle);
  }

  function noteScroll(): void {
    // Out of sight by a change of the view's size, of which the observer has not told yet, is nobody's wish.
    if (framesLeft > 0 || list.clientHeight !== height) return;
    if (current) set(isInSight(list, current));
  }

  // A person's hand is stronger.
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    list.addEventListener(
      type,
      () => {
        framesLeft = 0;
      },
      { passive: true },
    );
  }
  // What appears above the list, or a smaller view, must not push the sentence out of sight.
  new ResizeObserver(() => {
    height = list.clientHeight;
    reveal();
  }).observe(list);
  list.addEventListener('scroll', noteScroll, { passive: true });

  return {
    follow(newCurrent) {
      if (newCurrent === current) return;
      current = newCurrent;
      if (!current) set(true);
      reveal();
    },
    resume() {
      set(true);
      reveal();
    },
  };
}

/** Where an element is in what the list shows. */
function placeOf(list: HTMLElement, element: HTMLElement): { readonly top: number; readonly bottom: number } {
  const origin = list.getBoundingClientRect().top;
  const { top, bottom } = element.getBoundingClientRect();
  return { top: top - origin, bottom: bottom - origin };
}

function isInSight(list: HTMLElement, element: HTMLElement): boolean {
  const { top, bottom } = placeOf(list, element);
  return bottom > 0 && top < list.clientHeight;
}

/** Where only a few lines have room, none of them is for what was heard. */
const lowHeight = 160;

/** Scrolls the list alone; `scrollIntoView` would scroll whatever is around it, too. A third stays above. */
function bringIntoSight(list: HTMLElement, element: HTMLElement): void {
  const { top, bottom } = placeOf(list, element);
  const above = list.clientHeight < lowHeight ? 4 : list.clientHeight / 3;
  if (top < 0 || bottom > list.clientHeight) list.scrollTop += top - above;
}
