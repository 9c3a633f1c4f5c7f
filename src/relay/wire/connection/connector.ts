import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP, type Socket } from 'node:net';
import { RelayError } from '../../relayError.ts';
import type { TrustOptions } from './certificates.ts';
import { withoutBrackets } from './hosts.ts';
import { portOf, type Route } from './proxy.ts';
import { lookUpPublic } from './publicLookup.ts';
import { type Encrypt, encryptSocket, openPath } from './sockets.ts';

/** What undici says of the connection that it wants. */
interface Wanted {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

type Callback = (...outcome: [null, Socket] | [Error, null]) => void;

/** An exchange that needs a connection. */
export interface SetUp {
  readonly url: URL;
  /** Aborted when the exchange is over; until its connection is open, that ends the set-up at once. */
  readonly signal: AbortSignal;
  /** Whether it has no connection yet. */
  readonly isWaiting: () => boolean;
  /** Set when a connection is opened for it; otherwise it got one that had served before. */
  hasBegun: boolean;
}

export interface Connector {
  /** Opens a connection for undici. */
  connect(wanted: Wanted, callback: Callback): void;
  /** Hands an exchange over to undici, and remembers for whom a connection is wanted thereby. */
  run(setUp: SetUp, dispatch: () => void): void;
}

const mostSessions = 50;
/** For a connection that ends with no exchange; all others have the clock of theirs. */
const longestSetUpMs = 60_000;

/** Opens connections as undici wants them: directly or through a proxy, with or without TLS. */
export function createConnector(options: {
  readonly routeTo: (url: URL) => Route;
  readonly trust: () => TrustOptions;
  /** Whether a URL may lead into a private network. */
  readonly mayBePrivate: (url: URL) => boolean;
}): Connector {
  // undici does not say for whom it wants a connection. Each of our exchanges gets one of its own, or one that is
  // idle, and undici asks while the exchange is handed over: the context says which that was.
  const current = new AsyncLocalStorage<SetUp>();
  const setUps = new Set<SetUp>();
  /** The last TLS session with each host, with which the next handshake is shorter. */
  const sessions = new Map<string, Buffer>();

  const encrypt: Encrypt = (socket, host, port, signal) => {
    const key = `${host}:${port}`;
    const onSession = (session: Buffer) => {
      if (sessions.size >= mostSessions) sessions.clear();
      sessions.set(key, session);
    };
    return encryptSocket(socket, host, { ...options.trust(), session: sessions.get(key), onSession }, signal);
  };

  async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const route = options.routeTo(url);
    const proxy = route.via === 'proxy' ? route.proxy : undefined;
    const lookup = options.mayBePrivate(url) ? undefined : lookUpPublic;
    const socket = await openPath(url, proxy, encrypt, signal, lookup);
    if (url.protocol !== 'https:') return socket;
    return encrypt(socket, withoutBrackets(url.hostname), portOf(url), signal);
  }

  /**
   * Whose connection it is that was lost and is to be opened again, in the context of an exchange that is over:
   * of one that found it idle. Or nobody's: after an abort undici opens a new one for the request just given up.
   */
  function findWaiting(origin: string): SetUp | undefined {
    return [...setUps].find((setUp) => !setUp.hasBegun && setUp.url.origin === origin && setUp.isWaiting());
  }

  return {
    connect(wanted, callback) {
      const host = isIP(wanted.hostname) === 6 ? `[${wanted.hostname}]` : wanted.hostname;
      const url = new URL(`${wanted.protocol}//${host}${wanted.port && `:${wanted.port}`}`);
      const own = current.getStore();
      const isOwn = own !== undefined && !own.signal.aborted;
      const setUp = isOwn ? own : findWaiting(url.origin);
      if (!setUp) {
        queueMicrotask(() => callback(new RelayError('connection', { systemCode: 'ECONNABORTED' }), null));
        return;
      }
      setUp.hasBegun = true;
      // Of several that wait it may not be this one's, so only what is surely its own ends with it.
      const signal = isOwn ? own.signal : AbortSignal.timeout(longestSetUpMs);
      open(url, signal).then(
        (socket) => {
          readOnAfterFailedWrites(socket);
          callback(null, socket);
        },
        (error: Error) => callback(error, null),
      );
    },

    run(setUp, dispatch) {
      setUps.add(setUp);
      setUp.signal.addEventListener('abort', () => setUps.delete(setUp));
      current.run(setUp, dispatch);
    },
  };
}

/**
 * A relay that refuses a large body replies, and closes before it has read everything. Node drops a socket on the
 * first write that fails, with the reply unread in it. So such a failure is left to the reading side, which sees the
 * reply first, and then the end.
 */
function readOnAfterFailedWrites(socket: Socket): void {
  const { _write: write, _writev: writeSeveral } = socket;
  const forgive = (callback: (error?: Error | null) => void) => (error?: Error | null) => {
    const isGone = error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
    callback(isGone ? null : error);
  };
  socket._write = (chunk, encoding, callback) => write.call(socket, chunk, encoding, forgive(callback));
  socket._writev = (chunks, callback) => writeSeveral?.call(socket, chunks, forgive(callback));
}
