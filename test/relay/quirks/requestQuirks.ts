import type { ChatProtocol } from '../chat/chatProtocol.ts';
import type { EncodedFormat } from '../sound/audioEncoding.ts';
import type { StreamPlan } from '../wire/eventFraming.ts';
import { isJsonObject, type JsonObject } from '../wire/fields.ts';
import type { RequestRecord } from '../wire/journal.ts';
import type { TransportChanges, WholeReply } from '../wire/transportChanges.ts';
import type { Quirk } from './quirk.ts';

/** The quirks of one request, one after another in the order in which they were switched on. */
export class RequestQuirks {
  readonly #quirks: readonly Quirk[];
  readonly #record: Readonly<RequestRecord>;

  constructor(quirks: readonly Quirk[], record: Readonly<RequestRecord>) {
    this.#quirks = quirks;
    this.#record = record;
  }

  /** The reply in the endpoint's place, if there is one. */
  findReply(): WholeReply | undefined {
    return this.#findFirst(({ reply }) => reply?.(this.#record));
  }

  findRefusal(body: JsonObject): string | undefined {
    return this.#findFirst(({ refuse }) => refuse?.(body));
  }

  /** What counts as the Authorization header. */
  findAuthorization(): string | undefined {
    const key = this.#findFirst((quirk) => quirk.key);
    return key === undefined ? this.#record.headers.authorization : `Bearer ${key}`;
  }

  wantsStream(isAskedFor: boolean): boolean {
    return this.#findFirst(({ isStreamed }) => isStreamed) ?? isAskedFor;
  }

  get signsNothing(): boolean {
    return this.#quirks.some(({ signsNothing }) => signsNothing === true);
  }

  changeStream(plan: StreamPlan, protocol: ChatProtocol): StreamPlan {
    return this.#quirks.reduce((changed, quirk) => quirk.changeStream?.(changed, protocol) ?? changed, plan);
  }

  /** A body that is no object any more is not changed further. */
  changeBody(body: JsonObject): unknown {
    return this.#quirks.reduce<unknown>(
      (changed, { changeBody }) =>
        changeBody !== undefined && isJsonObject(changed) ? changeBody(changed, this.#record) : changed,
      body,
    );
  }

  get audioFormat(): EncodedFormat | undefined {
    return this.#findFirst(({ audioFormat }) => audioFormat);
  }

  changeAudio(reply: WholeReply): WholeReply {
    return this.#quirks.reduce((changed, quirk) => quirk.changeAudio?.(changed) ?? changed, reply);
  }

  get transport(): TransportChanges {
    const changes = this.#quirks.flatMap(({ transport }) => transport ?? []);
    const headers = Object.assign({}, ...changes.map((change) => change.headers));
    return Object.assign({}, ...changes, { headers });
  }

  #findFirst<Found>(find: (quirk: Quirk) => Found | undefined): Found | undefined {
    for (const quirk of this.#quirks) {
      const found = find(quirk);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
