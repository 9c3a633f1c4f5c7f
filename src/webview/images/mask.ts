import { toBase64 } from '../ui/droppedFiles.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** One editing step. Lengths are in image pixels. */
export type MaskStep =
  | {
      readonly type: 'stroke';
      readonly isErasing: boolean;
      readonly width: number;
      readonly points: readonly Point[];
    }
  | { readonly type: 'rectangle'; readonly isErasing: boolean; readonly area: Rectangle }
  | { readonly type: 'invert' }
  | { readonly type: 'clear' };

/** Maximum number of steps that can be undone. */
const mostSteps = 200;
/** Only the opacity counts; the color is what the person sees over the image. */
const paint = '#ff3b30';

/**
 * The part of an image that may change: the painted part of a canvas of its size. Undo draws all steps again, so that
 * memory holds only two canvases and the steps, not an image per step.
 */
export class Mask {
  readonly canvas = document.createElement('canvas');
  /** The base of the steps: the initial mask, and steps that are too old to be undone. */
  readonly #base = document.createElement('canvas');
  readonly #done: MaskStep[] = [];
  #undone: MaskStep[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    for (const canvas of [this.canvas, this.#base]) Object.assign(canvas, { width, height });
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Whether no pixel is painted. */
  get isEmpty(): boolean {
    const { width, height } = this.canvas;
    // 256 rows at a time: all pixels at once may be 200 MB.
    for (let top = 0; top < height; top += 256) {
      const { data } = contextOf(this.canvas).getImageData(0, top, width, Math.min(256, height - top));
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
    }
    return true;
  }

  /** Starts with an existing mask: a PNG in base64, transparent where the image may change. */
  async load(base64: string): Promise<void> {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const earlier = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = contextOf(this.#base);
    fill(context);
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(earlier, 0, 0, this.#base.width, this.#base.height);
    earlier.close();
    this.redraw();
  }

  add(step: MaskStep): void {
    this.#undone = [];
    this.#done.push(step);
    draw(contextOf(this.canvas), step);
    const oldest = this.#done.length > mostSteps ? this.#done.shift() : undefined;
    if (oldest) draw(contextOf(this.#base), oldest);
  }

  /** Shows an unfinished step on top. */
  preview(step: MaskStep): void {
    draw(contextOf(this.canvas), step);
  }

  /** Shows only finished steps, without previews. */
  redraw(): void {
    const context = contextOf(this.canvas);
    context.globalCompositeOperation = 'copy';
    context.drawImage(this.#base, 0, 0);
    for (const step of this.#done) draw(context, step);
  }

  undo(): void {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    this.redraw();
  }

  redo(): void {
    const step = this.#undone.pop();
    if (!step) return;
    this.#done.push(step);
    draw(contextOf(this.canvas), step);
  }

  /** The mask to send: a PNG in base64 of the image's size, transparent where the image may change, black elsewhere. */
  async toPng(): Promise<string> {
    const { width, height } = this.canvas;
    const png = new OffscreenCanvas(width, height);
    const context = png.getContext('2d');
    if (!context) throw new Error('There is no canvas to draw on.');
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(this.canvas, 0, 0);
    return toBase64(await png.convertToBlob({ type: 'image/png' }));
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on.');
  return context;
}

function fill(context: CanvasRenderingContext2D): void {
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = paint;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

function draw(context: CanvasRenderingContext2D, step: MaskStep): void {
  context.fillStyle = paint;
  context.strokeStyle = paint;
  switch (step.type) {
    case 'stroke': {
      context.globalCompositeOperation = step.isErasing ? 'destination-out' : 'source-over';
      Object.assign(context, { lineWidth: step.width, lineCap: 'round', lineJoin: 'round' });
      context.beginPath();
      const [first] = step.points;
      // A line to its own start draws a dot.
      for (const { x, y } of [...(first ? [first] : []), ...step.points]) context.lineTo(x, y);
      return context.stroke();
    }
    case 'rectangle': {
      const { x, y, width, height } = step.area;
      context.globalCompositeOperation = step.isErasing ? 'destination-out' : 'source-over';
      return context.fillRect(x, y, width, height);
    }
    case 'invert':
      context.globalCompositeOperation = 'xor';
      return context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    case 'clear':
      return context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }
}

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
