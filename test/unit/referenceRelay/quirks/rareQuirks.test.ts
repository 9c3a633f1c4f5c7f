import { deepStrictEqual } from 'node:assert/strict';
import { drawPng } from '../../../relay/pictures/drawPng.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay, readReply, speechOf } from '../callRelay.ts';

// The client's tests cover all other quirks, in relay/table/quirks or where that table says.
describe('reference relay: quirks of requests that the client does not make', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  it('audio-always-mp3, even for formats that the channel does not have', async () => {
    using _quirk = relay.with('audio-always-mp3');
    for (const format of ['wav', 'pcm', 'ogg_opus']) {
      const reply = await callRelay(relay, '/v1/audio/speech', { body: speechOf({ format }) });
      const bytes = Buffer.from(await reply.arrayBuffer());
      deepStrictEqual(
        [reply.status, bytes.readUInt16BE(0) & 0xffe0, relay.utterances.at(-1)?.format],
        [200, 0xffe0, 'mp3'],
      );
    }
  });

  it('edits-address-gone', async () => {
    using _quirk = relay.with('edits-address-gone');
    const image = `data:image/png;base64,${drawPng('a source').toString('base64')}`;
    const { body } = await readReply(
      await callRelay(relay, '/v1/images/edits', {
        body: { model: 'seedream-4-0-250828', prompt: 'A hat', image },
      }),
    );
    const [picture] = (body as { data: { url: string }[] }).data;
    deepStrictEqual((await fetch(picture?.url ?? '')).ok, false);
  });

  it('other-key-headers-win: other headers take precedence over Authorization', async () => {
    using _quirk = relay.with('other-key-headers-win');
    const { good, disabled403 } = relay.keys;
    const calls = [
      callRelay(relay, '/v1/models', { authorization: null, headers: { 'x-api-key': good } }),
      callRelay(relay, '/v1/models', { headers: { 'x-api-key': disabled403 } }),
      callRelay(relay, '/v1beta/models', { authorization: null, headers: { 'x-goog-api-key': good } }),
      callRelay(relay, `/v1beta/models?key=${disabled403}`),
      callRelay(relay, '/v1beta/models', { headers: { 'x-api-key': disabled403 } }),
    ];
    deepStrictEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      [200, 403, 200, 403, 200],
    );
  });
});
