const segmenters = new Map<Intl.SegmenterOptions['granularity'], Intl.Segmenter>();

/** The segmenter of this granularity. Each costs milliseconds to make, so it is made on first use. */
export function segmenterOf(granularity: 'sentence' | 'word' | 'grapheme'): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, known);
  return known;
}
