/** The steps of the buttons and keys. */
const step = 1.25;
const smallest = 0.1;
const biggest = 8;

/** The next scale up or down. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  return limitZoom(direction === 1 ? scale * step : scale / step);
}

/** The scale after the wheel was turned so far, with Ctrl held: a step of a mouse's wheel is about 100. */
export function turnZoom(scale: number, delta: number): number {
  return limitZoom(scale * 1.25 ** (-Math.max(-300, Math.min(300, delta)) / 100));
}

/** The scale at which a picture is seen whole, never bigger than it is. */
export function fitZoom(
  picture: { readonly width: number; readonly height: number },
  room: { readonly width: number; readonly height: number },
): number {
  return limitZoom(Math.min(1, room.width / picture.width, room.height / picture.height));
}

function limitZoom(scale: number): number {
  return Math.max(smallest, Math.min(biggest, scale));
}
