/** Browsers pause animation frames while a view is hidden; this is the interval used instead. */
const hiddenFrameMs = 250;

const tasks = new Set<() => boolean>();
let isScheduled = false;

/**
 * Runs a task in the next animation frame, and in later frames while it returns true for more to do. Adding a pending
 * task again does nothing, so it runs at most once per frame.
 */
export function drawInNextFrame(task: () => boolean): void {
  tasks.add(task);
  schedule();
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, hiddenFrameMs);
  function run(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    isScheduled = false;
    const due = [...tasks];
    tasks.clear();
    for (const task of due) {
      try {
        if (task()) tasks.add(task);
      } catch (error) {
        // A failing task must not keep the others from running.
        reportError(error);
      }
    }
    if (tasks.size > 0) schedule();
  }
}
