import { summariseFailure } from '../messages/failures.ts';
import type { PathsVerdict } from '../protocol/tasksProtocol.ts';
import type { RelayClient } from '../relay/client.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import type { TaskPaths } from '../relay/tasks/taskPaths.ts';
import type { Translate } from '../text/translate.ts';

/**
 * No relay has a task with this ID. Relays repeat it in their messages, so it contains no word that identifies an
 * error.
 */
const madeUpId = 'relay-path-test';
/** Messages, in the relay's own JSON, that mean that there is no such path. */
const noPathWords = /invalid url|no route|cannot (get|post)|^not found\W?$/i;
/** The kinds of errors about a missing task; all others are about the key, the connection or the relay as a whole. */
const aboutTasks: ReadonlySet<string> = new Set(['invalidRequest', 'notFound', 'wrongAddress', 'server']);

/**
 * Queries a task that can't exist, which is never billed: the relay's own error about it shows that the path exists.
 */
export async function testPaths(
  client: RelayClient,
  paths: TaskPaths,
  { t, host }: { readonly t: Translate; readonly host: string },
): Promise<Omit<PathsVerdict, 'paths'>> {
  const { query } = paths;
  const isThere = (status: number) =>
    ({
      severity: 'ok',
      text: t('Lookups at {0} work: the relay recognizes the path (HTTP {1}).', query, status),
    }) as const;
  try {
    await client.queryTask({ paths, id: madeUpId });
    return isThere(200);
  } catch (error) {
    const { kind, details } = error instanceof RelayError ? error : { kind: '', details: {} };
    const { status, relayMessage, code, field } = details;
    if (!aboutTasks.has(kind) || status === undefined)
      return { severity: 'warning', text: summariseFailure(error, { t, host }) };
    const hasWords = field === 'id' || code !== undefined || relayMessage !== undefined;
    if (hasWords && !noPathWords.test(relayMessage ?? '')) return isThere(status);
    return {
      severity: 'error',
      text: t(
        'The relay has no task lookup at {0}: it returned no JSON about the task (HTTP {1}).',
        query,
        status,
      ),
    };
  }
}
