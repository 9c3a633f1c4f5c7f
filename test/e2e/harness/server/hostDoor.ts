import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs } from '../waitUntil.ts';

/** What the test extension can do in a window: see `test/e2e/testExtension/hostDoor.cjs`. */
type Deed = 'execute' | 'begin' | 'open' | 'read' | 'select' | 'configure';

/** Access to the extension host of one window. */
export class HostDoor {
  readonly #expecting: Set<HostDoor>;
  #socket = Promise.withResolvers<Socket>();
  #current: Socket | undefined;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(expecting: Set<HostDoor>) {
    this.#expecting = expecting;
    expecting.add(this);
  }

  take(socket: Socket): void {
    this.#expecting.delete(this);
    this.#current = socket;
    this.#socket.resolve(socket);
    createInterface({ input: socket }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#current === socket) this.expectAnother();
    });
  }

  /** Later calls are for the extension host that connects next. */
  expectAnother(): void {
    if (this.#current !== undefined) {
      this.#current = undefined;
      this.#socket = Promise.withResolvers();
      for (const { reject } of this.#asked.values()) reject(new Error('The extension host went away.'));
      this.#asked.clear();
    }
    // The last door that waits gets the extension host that connects next.
    this.#expecting.delete(this);
    this.#expecting.add(this);
  }

  /** Has the deed done, and waits until it is. */
  async ask(deed: Deed, ...values: readonly unknown[]): Promise<unknown> {
    const socket = await Promise.race([
      this.#socket.promise,
      delay(patienceMs, undefined, { ref: false }).then(() => {
        throw new Error('No extension host came to the door.');
      }),
    ]);
    const asked = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    this.#asked.set(this.#lastId, asked);
    socket.write(`${JSON.stringify({ id: this.#lastId, deed, values })}\n`);
    return await asked.promise;
  }

  /** No extension host is accepted any more. */
  close(): void {
    this.#expecting.delete(this);
    this.#current?.destroy();
    this.#current = undefined;
  }
}

export type HostDoors = Awaited<ReturnType<typeof openHostDoors>>;

/** The socket to which extension hosts connect. */
export async function openHostDoors(path: string) {
  const expecting = new Set<HostDoor>();
  const server = createServer((socket) => {
    const door = [...expecting].at(-1);
    if (door === undefined) socket.destroy();
    else door.take(socket);
  });
  // The server must not keep the process running.
  server.unref();
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    /** The door of a window that is about to be opened. */
    open: () => new HostDoor(expecting),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
