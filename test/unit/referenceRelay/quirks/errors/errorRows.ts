import { deepStrictEqual } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../../relay/quirks/table.ts';
import type { ReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { callRelay } from '../../callRelay.ts';
import { readRaw, toLatin1 } from '../readRaw.ts';

export type Row = readonly [name: QuirkName, status: number, type: string | null, body: string];

export const json = 'application/json; charset=utf-8';
export const upstreamError =
  '{"error":{"message":"upstream error: do request failed","type":"new_api_error","code":"do_request_failed"}}';
export const relayError = (message: string, code: string) =>
  `{"error":{"message":"${message} (request id: <id>)","type":"new_api_error","code":"${code}"}}`;
export const edgePage = (status: number, title: string) =>
  `<!DOCTYPE html>\n<html lang="en-US"><head><title>relay.example | ${status}: ${title}</title></head><body><h1>${title} <span>Error code ${status}</span></h1></body></html>\n`;

/** Writes a test for each quirk of a group, and one that there is a row for each. */
export function testRows(
  group: keyof typeof quirkGroups,
  rows: readonly Row[],
  relayOf: () => ReferenceRelay,
): void {
  it(`has a row for each quirk: ${group}`, () => {
    deepStrictEqual(
      rows.map(([name]) => name),
      Object.keys(quirkGroups[group]),
    );
  });

  for (const [name, status, type, body] of rows) {
    it(`answers ${name} everywhere`, async () => {
      using _quirk = relayOf().with(name);
      const replies = [
        await callRelay(relayOf(), '/v1/models', { authorization: null }),
        await callRelay(relayOf(), '/v1/messages', { body: {} }),
      ];
      const expected = { status, type, body: toLatin1(body) };
      deepStrictEqual(await Promise.all(replies.map(readRaw)), [expected, expected]);
    });
  }
}
