import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { Exchange, type ExchangeController } from '../../../../src/relay/http/exchange.ts';
import { sliceBody } from '../../../../src/relay/http/requestSender.ts';

const url = 'https://relay.example.com/';
const timeouts = {
  connectMs: 60_000,
  firstByteMs: 60_000,
  quickFirstByteMs: 60_000,
  slowFirstByteMs: 60_000,
  idleMs: 60_000,
};

/** Plays the part of undici: records what the exchange asks of the connection. */
function start(signal?: AbortSignal, hasUpload = false, idleMs = timeouts.idleMs) {
  const asked: string[] = [];
  const controller: ExchangeController = {
    abort(reason) {
      asked.push('abort');
      // As undici does, at once.
      exchange.onResponseError(controller, reason);
    },
    pause: () => asked.push('pause'),
    resume: () => asked.push('resume'),
  };
  const onClosed = () => asked.push('closed');
  const exchange = new Exchange({
    place: { url },
    timeouts: { ...timeouts, idleMs },
    signal,
    onClosed,
    hasUpload,
  });
  return { exchange, controller, asked };
}

function receiving(signal?: AbortSignal, idleMs?: number) {
  const parts = start(signal, false, idleMs);
  parts.exchange.onRequestStart(parts.controller);
  parts.exchange.onResponseStart(parts.controller, 200, {});
  return parts;
}

const activeTimers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
const isOfKind = (kind: RelayErrorKind) => (error: unknown) =>
  error instanceof RelayError && error.kind === kind;

describe('exchange', () => {
  it('pauses the connection for a slow reader, and runs no time-out while paused', async () => {
    // Mocha's own timer begins when an asynchronous test first waits.
    await Promise.resolve();
    const before = activeTimers();
    const { exchange, controller, asked } = receiving();
    strictEqual(activeTimers(), before + 1);
    exchange.onResponseData(controller, Buffer.alloc(200 * 1024));
    deepStrictEqual([asked, activeTimers()], [[], before + 1]);
    exchange.onResponseData(controller, Buffer.alloc(200 * 1024));
    deepStrictEqual([asked, activeTimers()], [['pause'], before]);

    const pieces = exchange.read();
    strictEqual((await pieces.next()).value?.length, 200 * 1024);
    deepStrictEqual([asked, activeTimers()], [['pause', 'resume'], before + 1]);
    exchange.onResponseEnd();
    strictEqual((await pieces.next()).value?.length, 200 * 1024);
    strictEqual((await pieces.next()).done, true);
    deepStrictEqual([asked, activeTimers()], [['pause', 'resume', 'closed'], before]);
  });

  it('restarts the time-out with each slice of a body that is sent, then starts the reply’s', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { exchange, controller, asked } = start(undefined, true);
      exchange.onRequestStart(controller);
      for (const isLast of [false, false, true]) {
        mock.timers.tick(59_999);
        exchange.onSliceSent(isLast);
      }
      mock.timers.tick(59_999);
      deepStrictEqual(asked, []);
      mock.timers.tick(1);
      deepStrictEqual(asked, ['closed', 'abort']);
      await rejects(exchange.started, {
        kind: 'timeout',
        details: { phase: 'firstByte', timeoutMs: 60_000, url },
      });
    } finally {
      mock.timers.reset();
    }
  });

  it('restarts the time-out with each piece of a reply', async () => {
    const { exchange, controller, asked } = receiving(undefined, 60);
    for (const piece of ['a', 'b', 'c']) {
      // However slow this machine is, this timer ends before the exchange's.
      await wait(40);
      deepStrictEqual(asked, []);
      exchange.onResponseData(controller, Buffer.from(piece));
    }
    await rejects(async () => {
      for await (const _ of exchange.read());
    }, isOfKind('timeout'));
    deepStrictEqual(asked, ['closed', 'abort']);
  });

  it('sends no more of a body once the relay has refused it', async () => {
    const { exchange, controller } = start(undefined, true);
    exchange.onRequestStart(controller);
    const slices = sliceBody(Buffer.alloc(200 * 1024), exchange);
    strictEqual((await slices.next()).value?.length, 64 * 1024);
    exchange.onResponseStart(controller, 413, {});
    const next = slices.next();
    exchange.onResponseEnd();
    deepStrictEqual(await next, { done: true, value: undefined });
  });

  it('gives everything that arrived before a cut', async () => {
    const { exchange, controller } = receiving();
    exchange.onResponseData(controller, Buffer.from('a'));
    exchange.onResponseData(controller, Buffer.from('b'));
    exchange.onResponseError(controller, new Error('cut'));
    let text = '';
    await rejects(async () => {
      for await (const piece of exchange.read()) text += Buffer.from(piece).toString();
    }, isOfKind('interrupted'));
    strictEqual(text, 'ab');
  });

  it('gives nothing more once it is canceled', async () => {
    const abort = new AbortController();
    const { exchange, controller, asked } = receiving(abort.signal);
    exchange.onResponseData(controller, Buffer.from('a'));
    exchange.onResponseData(controller, Buffer.from('b'));
    const pieces = exchange.read();
    await pieces.next();
    abort.abort();
    deepStrictEqual(asked, ['closed', 'abort']);
    await rejects(pieces.next(), isOfKind('cancelled'));
  });

  it('aborts a request as soon as it starts if it was canceled before', async () => {
    const { exchange, controller, asked } = start();
    exchange.cancel();
    await rejects(exchange.started, isOfKind('cancelled'));
    deepStrictEqual(asked, ['closed']);
    exchange.onRequestStart(controller);
    deepStrictEqual(asked, ['closed', 'abort']);
  });

  it('discards the short rest of a released reply, and can no longer be canceled by the caller', async () => {
    const abort = new AbortController();
    const { exchange, controller, asked } = receiving(abort.signal);
    exchange.onResponseData(controller, Buffer.from('a'));
    for await (const _ of exchange.read()) {
      exchange.release();
      break;
    }
    abort.abort();
    exchange.onResponseData(controller, Buffer.alloc(60 * 1024));
    deepStrictEqual(asked, []);
    exchange.onResponseEnd();
    deepStrictEqual(asked, ['closed']);
  });

  it('aborts if the rest of a released reply is long', () => {
    const { exchange, controller, asked } = receiving();
    exchange.release();
    exchange.onResponseData(controller, Buffer.alloc(60 * 1024));
    exchange.onResponseData(controller, Buffer.alloc(60 * 1024));
    deepStrictEqual(asked, ['closed', 'abort']);
  });
});
