import { setImmediate as yieldToSockets } from 'node:timers/promises';
import { frameEvent, type MessagesReply, streamEvents } from '../script/messageStream.ts';
import type { Accident, Ask, Instead } from '../script/scriptWords.ts';
import type { RelaySettings } from '../wire/endpoint.ts';
import type { Exchange } from '../wire/exchange.ts';
import { consolePage } from '../wire/faults.ts';
import { Refusal } from '../wire/refusal.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

const overloadedError = { type: 'overloaded_error', message: 'Overloaded' };

const gatewayTimeoutPage =
  '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>\r\n<center><h1>504 Gateway Time-out</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

/** How many pieces may go out before other sockets get their turn, and a closed one its chance to be noticed. */
const piecesBetweenYields = 8;

/** A failure of the provider behind the relay. On streams, relays have named the stream's type by then. */
function upstreamRefusal(status: number, type: string, message: string, isStreamed: boolean): Refusal {
  return new Refusal({
    status,
    type,
    message,
    shape: 'messages',
    headers: isStreamed ? { 'content-type': 'text/event-stream' } : {},
  });
}

/** Does what was asked for in place of an answer. */
export async function replyInstead(exchange: Exchange, instead: Instead, isStreamed: boolean): Promise<void> {
  switch (instead) {
    case 'never':
      return exchange.stall();
    case 'overloaded':
      throw upstreamRefusal(529, 'overloaded_error', 'Overloaded', isStreamed);
    case 'server error':
      throw upstreamRefusal(500, 'api_error', 'Internal server error', isStreamed);
    case 'rate limit':
      throw upstreamRefusal(429, 'rate_limit_error', '当前分组上游负载已饱和，请稍后再试', isStreamed);
    case 'gateway timeout':
      return exchange.reply({
        status: 504,
        headers: { 'content-type': 'text/html' },
        body: gatewayTimeoutPage,
      });
    case 'html page':
      return exchange.reply(consolePage);
    case 'empty':
      return exchange.reply({ status: 200, headers: isStreamed ? streamHeaders : jsonHeaders, body: '' });
  }
}

/** Waits before each piece: as long as the pace asks, counted from the first so that it keeps no matter what. */
function createPacer(exchange: Exchange, intervalMs: number): () => Promise<void> {
  const startedAtMs = performance.now();
  let count = 0;
  return async () => {
    count++;
    const waitMs = startedAtMs + count * intervalMs - performance.now();
    if (intervalMs > 0 && waitMs > 0) {
      await exchange.sleep(waitMs);
    } else if (count % piecesBetweenYields === 0) {
      await yieldToSockets();
    }
  };
}

function intervalOf(ask: Ask, { chunksPerSecond, slowWordMs }: Readonly<RelaySettings>): number {
  if (ask.manners.has('slow')) {
    return slowWordMs;
  }
  return chunksPerSecond > 0 ? 1000 / chunksPerSecond : 0;
}

async function breakStream(exchange: Exchange, accident: Accident): Promise<void> {
  switch (accident) {
    case 'cut':
      return exchange.cut();
    case 'stall':
      return exchange.stall();
    case 'clean cut':
      return exchange.end();
    case 'error event':
      await exchange.write(frameEvent({ type: 'error', error: overloadedError }));
      return exchange.end();
    case 'raw tail':
      await exchange.write(JSON.stringify({ type: 'error', error: overloadedError }));
      return exchange.end();
  }
}

/** Sends a reply as server-sent events, at the pace that was asked for, up to the accident that was. */
export async function streamReply(
  exchange: Exchange,
  reply: MessagesReply,
  ask: Ask,
  settings: Readonly<RelaySettings>,
): Promise<void> {
  const events = [...streamEvents(reply)];
  const middle = Math.floor(events.length / 2);
  const pace = createPacer(exchange, intervalOf(ask, settings));
  exchange.start(200, streamHeaders);
  for (const [index, event] of events.entries()) {
    if (ask.accident !== undefined && index === middle) {
      return breakStream(exchange, ask.accident);
    }
    if (event.type === 'content_block_delta') {
      await pace();
    }
    await exchange.write(frameEvent(event));
  }
  exchange.end();
}

/** Sends a reply as one JSON document (contract 2.5), or as much of it as an accident leaves. */
export async function replyWhole(
  exchange: Exchange,
  reply: MessagesReply,
  accident: Accident | undefined,
): Promise<void> {
  const json = JSON.stringify(reply);
  const half = json.slice(0, json.length / 2);
  switch (accident) {
    case undefined:
      return exchange.reply({ status: 200, headers: jsonHeaders, body: json });
    case 'error event':
      throw upstreamRefusal(529, overloadedError.type, overloadedError.message, false);
    case 'raw tail':
      return exchange.reply({
        status: 200,
        headers: jsonHeaders,
        body: json + JSON.stringify({ type: 'error', error: overloadedError }),
      });
    case 'cut':
    case 'clean cut':
    case 'stall':
      exchange.start(200, jsonHeaders);
      await exchange.write(half);
      return breakStream(exchange, accident);
  }
}
