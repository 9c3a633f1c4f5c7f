import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A relay that does nothing but stream deltas as fast as they are taken: `?deltas=20000` of them, each with
 * `&characters=5` characters. It runs in a process of its own, so that its work counts for nobody.
 */
interface Script {
  readonly opening: string;
  readonly delta: (text: string) => string;
  readonly closing: string;
}

const named = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const chunk = (delta: object, finishReason: string | null, usage: object | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    usage,
  })}\n\n`;
const candidate = (text: string, fields: object = {}) =>
  `data: ${JSON.stringify({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...fields }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 },
    modelVersion: 'bench',
    responseId: 'r1',
  })}\n\n`;

const scripts: readonly (readonly [RegExp, Script])[] = [
  [
    /\/messages$/,
    {
      opening:
        named('message_start', {
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'bench',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 10, output_tokens: 1 },
          },
        }) + named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      delta: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      closing:
        named('content_block_stop', { index: 0 }) +
        named('message_delta', {
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: 20 },
        }) +
        named('message_stop', {}),
    },
  ],
  [
    /\/chat\/completions$/,
    {
      opening: chunk({ role: 'assistant', content: '' }, null),
      delta: (content) => chunk({ content }, null),
      closing: `${chunk({}, 'stop')}data: [DONE]\n\n`,
    },
  ],
  [
    /:streamGenerateContent$/,
    { opening: '', delta: candidate, closing: candidate('.', { finishReason: 'STOP' }) },
  ],
];

const piecesOf = 16_384;
const deltasInBlock = 512;

async function send(response: ServerResponse, script: Script, deltas: number, characters: number) {
  const delta = script.delta('x'.repeat(characters));
  const block = Buffer.from(delta.repeat(deltasInBlock));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(script.opening);
  for (let sent = 0; sent < deltas && !response.destroyed; sent += deltasInBlock) {
    const bytes = block.subarray(0, Buffer.byteLength(delta) * Math.min(deltasInBlock, deltas - sent));
    for (let offset = 0; offset < bytes.length; offset += piecesOf) {
      if (!response.write(bytes.subarray(offset, offset + piecesOf))) await once(response, 'drain');
    }
  }
  response.end(script.closing);
}

const server = createServer((request, response) => {
  request.resume();
  response.on('error', () => {});
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const found = scripts.find(([path]) => path.test(url.pathname));
  // The clients under test make their own paths: how much they get is in the model's name.
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    const [, deltas, characters] = /bench-(\d+)-(\d+)/.exec(body + url.pathname) ?? [];
    if (found && deltas) send(response, found[1], Number(deltas), Number(characters)).catch(() => {});
    else response.writeHead(404).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit());
