import type { Mask, MaskStep } from './mask.ts';

export type MaskTool = 'brush' | 'eraser' | 'rectangle';

type Stroke = Extract<MaskStep, { type: 'stroke' }>;
type Point = Stroke['points'][number];

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
export class MaskDrawing {
  readonly #mask: Mask;
  readonly #drawer: Drawer;
  /** The current stroke, or the start corner of a rectangle, while the pointer is down. */
  #stroke: (Stroke & { readonly points: Point[] }) | undefined;
  #corner: Point | undefined;

  constructor(mask: Mask, drawer: Drawer) {
    this.#mask = mask;
    this.#drawer = drawer;
    const { canvas } = mask;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      this.#press(this.#pointOf(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      // All points of a fast stroke, if the browser reports them.
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length > 0 ? events : [event]) this.#move(this.#pointOf(each));
    });
    canvas.addEventListener('pointerup', (event) => this.#release(this.#pointOf(event)));
    canvas.addEventListener('pointercancel', () => this.#drop());
  }

  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#mask.canvas.getBoundingClientRect();
    const { zoom } = this.#drawer;
    return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
  }

  #press(point: Point): void {
    if (this.#drawer.tool === 'rectangle') {
      this.#corner = point;
      return;
    }
    const isErasing = this.#drawer.tool === 'eraser';
    this.#stroke = { type: 'stroke', isErasing, width: this.#drawer.brushWidth, points: [point] };
    this.#mask.preview(this.#stroke);
  }

  #move(point: Point): void {
    if (this.#corner) {
      this.#mask.redraw();
      this.#mask.preview(rectangleOf(this.#corner, point));
    }
    if (!this.#stroke) return;
    this.#stroke.points.push(point);
    this.#mask.preview({ ...this.#stroke, points: this.#stroke.points.slice(-2) });
  }

  #release(point: Point): void {
    const step = this.#corner ? rectangleOf(this.#corner, point) : this.#stroke;
    this.#drop();
    if (step) this.#drawer.addStep(step);
  }

  #drop(): void {
    this.#corner = undefined;
    this.#stroke = undefined;
    this.#mask.redraw();
  }
}

function rectangleOf(one: Point, other: Point): MaskStep {
  const area = {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
  return { type: 'rectangle', isErasing: false, area };
}
