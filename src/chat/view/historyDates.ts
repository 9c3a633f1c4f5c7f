import type { HistoryEntry } from '../storage/history.ts';

/** The sections of the history, the same as in VS Code's own list of chats. */
export type HistorySection = 'pinned' | 'today' | 'yesterday' | 'lastWeek' | 'older';

/** Counts calendar days: a chat from before midnight is from yesterday. */
export function sectionOf(
  { isPinned, updatedAt }: Pick<HistoryEntry, 'isPinned' | 'updatedAt'>,
  now: number,
): HistorySection {
  if (isPinned) return 'pinned';
  const days = daysBetween(updatedAt, now);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days <= 7 ? 'lastWeek' : 'older';
}

/** "5 minutes ago", "yesterday"; the date for older chats. */
export function describeAge(at: number, now: number, language: string): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  const days = daysBetween(at, now);
  if (days > 7) return new Date(at).toLocaleDateString(language, { dateStyle: 'medium' });
  if (days > 0) return relative.format(-days, 'day');
  if (minutes < 1) return relative.format(0, 'second');
  return minutes < 60
    ? relative.format(-minutes, 'minute')
    : relative.format(-Math.floor(minutes / 60), 'hour');
}

/** Nights between two times. Rounded, because days on which the clock changes are longer or shorter. */
function daysBetween(earlier: number, later: number): number {
  return Math.round((midnightBefore(later) - midnightBefore(earlier)) / 86_400_000);
}

function midnightBefore(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
