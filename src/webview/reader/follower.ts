/** Keeps the current sentence in sight, until the person scrolls elsewhere; scrolling back to it resumes. */
export interface Follower {
  /** To be called whenever the current sentence may have changed. */
  follow(list: HTMLElement, current: HTMLElement | null): void;
}

export function createFollower(): Follower {
  let list: HTMLElement | undefined;
  let current: HTMLElement | null = null;
  let isFollowing = true;
  // What appears above the list, or a smaller view, must not push the sentence out of sight.
  const sizeObserver = new ResizeObserver(reveal);

  function reveal(): void {
    if (list && current && isFollowing) bringIntoSight(list, current);
  }

  function noteScroll(): void {
    if (list && current) isFollowing = isInSight(list, current);
  }

  return {
    follow(newList, newCurrent) {
      if (newList !== list) {
        sizeObserver.disconnect();
        sizeObserver.observe(newList);
        newList.addEventListener('scroll', noteScroll, { passive: true });
        list = newList;
        isFollowing = true;
      }
      if (newCurrent === current) return;
      current = newCurrent;
      reveal();
    },
  };
}

function isInSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): boolean {
  return offsetTop + offsetHeight > list.scrollTop && offsetTop < list.scrollTop + list.clientHeight;
}

/** Scrolls the list alone; `scrollIntoView` would scroll whatever is around it, too. A third stays above. */
function bringIntoSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const isWhole =
    offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isWhole) list.scrollTop = offsetTop - list.clientHeight / 3;
}
