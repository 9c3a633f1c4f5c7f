/** How far outside of what is seen something already counts as near. */
const margin = '1200px 0px';

interface Watch {
  observer: IntersectionObserver;
  callbacks: Map<Element, () => void>;
}

const watches = new WeakMap<Element, Watch>();

/** Calls back once, when the element is in sight within its scroller or not far from it. */
export function whenNear(element: Element, scroller: Element, callback: () => void): void {
  let watch = watches.get(scroller);
  if (!watch) {
    watch = createWatch(scroller);
    watches.set(scroller, watch);
  }
  watch.callbacks.set(element, callback);
  watch.observer.observe(element);
}

function createWatch(scroller: Element): Watch {
  const callbacks = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting && target.isConnected) continue;
        observer.unobserve(target);
        if (isIntersecting) callbacks.get(target)?.();
        callbacks.delete(target);
      }
    },
    { root: scroller, rootMargin: margin },
  );
  return { observer, callbacks };
}
