import type { Mask, MaskStep, Point, Rectangle } from './mask.ts';

export type MaskTool = 'brush' | 'eraser' | 'rectangle';

interface Drawer {
  readonly tool: MaskTool;
  /** In image pixels. */
  readonly brushWidth: number;
  /** Screen pixels per image pixel. */
  readonly zoom: number;
  /** Called when the pointer is up again. */
  addStep(step: MaskStep): void;
}

/** Draws on a mask's canvas with a pointer. */
export function drawWithPointer(mask: Mask, drawer: Drawer): void {
  const { canvas } = mask;
  /** Continues the step of the pressed pointer; undefined while none is pressed. */
  let draw: ((points: readonly Point[]) => MaskStep) | undefined;
  let points: Point[] = [];

  function pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: (clientX - left) / drawer.zoom, y: (clientY - top) / drawer.zoom };
  }

  function drop(): void {
    draw = undefined;
    mask.redraw();
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    points = [pointOf(event)];
    draw = stepsOf(drawer);
    mask.preview(draw(points));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!draw) return;
    // All points of a fast stroke, if the browser reports them.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length > 0 ? events : [event]) {
      points.push(pointOf(each));
      const step = draw(points);
      if (step.type === 'rectangle') mask.redraw();
      mask.preview(step.type === 'stroke' ? { ...step, points: points.slice(-2) } : step);
    }
  });
  canvas.addEventListener('pointerup', () => {
    const step = draw?.(points);
    drop();
    if (step) drawer.addStep(step);
  });
  canvas.addEventListener('pointercancel', drop);
}

/** The step of these points, with the tool as it is now. */
function stepsOf({ tool, brushWidth: width }: Drawer): (points: readonly Point[]) => MaskStep {
  if (tool === 'rectangle')
    return (points) => ({ type: 'rectangle', isErasing: false, area: areaOf(points) });
  return (points) => ({ type: 'stroke', isErasing: tool === 'eraser', width, points });
}

/** The rectangle between the first and the last point. */
function areaOf(points: readonly Point[]): Rectangle {
  const [one = { x: 0, y: 0 }] = points;
  const other = points.at(-1) ?? one;
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}
