const step = 0.25;
export const slowestSpeed = 0.5;
export const fastestSpeed = 3;

/** The playback speeds to choose from; any between is valid. */
export const readingSpeeds = Array.from(
  { length: (fastestSpeed - slowestSpeed) / step + 1 },
  (_, index) => slowestSpeed + index * step,
);

/** The next of these speeds up or down; at the end, the same. */
export function stepSpeed(speed: number, by: 1 | -1): number {
  const next =
    by > 0 ? readingSpeeds.find((each) => each > speed) : readingSpeeds.findLast((each) => each < speed);
  return next ?? speed;
}
