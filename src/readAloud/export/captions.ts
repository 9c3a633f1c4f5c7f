import type { TimedUtterance } from './chapters.ts';

/** WebVTT: every utterance with its times. What sounds for no time is left out, since players refuse it. */
export function writeCaptions(timed: readonly TimedUtterance[]): string {
  const cues = timed.flatMap(({ utterance, startSeconds, endSeconds }) => {
    const start = formatTime(startSeconds);
    const end = formatTime(endSeconds);
    const text = escapeText(utterance.text);
    return start === end || text === '' ? [] : [`${start} --> ${end}\n${text}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** In milliseconds, hours always there: 00:01:02.003. */
function formatTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const parts = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** On one line: a line that is empty, or an arrow, would end the cue. */
function escapeText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
