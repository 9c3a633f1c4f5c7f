import { deepStrictEqual, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { ask, DataPart, find, findModel, ThinkingPart } from './languageModelParts.ts';
import { failNext, lastBody, readJournal } from './relayJournal.ts';
import { until } from './until.ts';

const { LanguageModelToolCallPart, LanguageModelToolResultPart, LanguageModelPromptTsxPart } = vscode;
const { User, Assistant } = vscode.LanguageModelChatMessage;

/** One model in each protocol, and where its requests go. */
const protocols = [
  ['Messages', 'msg-sonnet-4-6', '/v1/messages'],
  ['chat completions', 'oa-large', '/v1/chat/completions'],
  ['generate content', 'gx-2.5-flash', '/v1beta/models/gx-2.5-flash:streamGenerateContent'],
] as const;

const weather: vscode.LanguageModelChatTool = {
  name: 'get.weather',
  description: 'The weather of a place.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
/** The name that models get instead, because not every protocol accepts the tool's own name. */
const givenName = 'get_weather_f65d4328';
const png = drawPng('parts');

interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
}

describe('the relay’s models for other extensions', () => {
  it('are all listed chat models, with the details that VS Code needs', async () => {
    const models = await vscode.lm.selectChatModels({ vendor: 'model-relay' });
    const ids = models.map(({ id }) => id);
    for (const [, id] of protocols) ok(ids.includes(id), id);
    ok(!ids.some((id) => /tts|image|imagen|seedream|video/.test(id)), ids.join());
    const { name, family, maxInputTokens } = await findModel('gx-2.5-flash');
    deepStrictEqual([name, family, maxInputTokens > 1000], ['GX 2.5 Flash', 'gx-2.5-flash', true]);
  });

  for (const [protocol, id, path] of protocols) {
    describe(`over ${protocol}`, () => {
      it('respond with text and the number of tokens used', async () => {
        const parts = await ask(id, [User('table')]);
        deepStrictEqual(
          parts.map(([kind]) => kind),
          ['text', 'usage'],
        );
        match(String(find(parts, 'text')), /\|/);
        const usage = find(parts, 'usage') as {
          readonly prompt_tokens: number;
          readonly total_tokens: number;
        };
        ok(usage.prompt_tokens > 0 && usage.total_tokens > usage.prompt_tokens, JSON.stringify(usage));
        deepStrictEqual((await readJournal()).at(-1)?.path, path);
      });

      if (protocol === 'Messages')
        it('bill each tool round only for its new input', async () => {
          const calls = `call ${givenName} {"city":"Paris"}\nthen call ${givenName} {"city":"Rome"}\nthen call ${givenName} {"city":"Oslo"}`;
          // Requests of other tests may still come in.
          const mark = `thinking ${Date.now()}`;
          const messages = [User(`${calls}\n${'abc '.repeat(2000)}\n${mark}`)];
          for (let round = 0; round < 4; round++) {
            const parts = await ask(id, messages, { tools: [weather] });

            const made = parts.flatMap(([kind, value]) => {
              const { callId, name, input } = Object(value) as ToolCall;
              return kind === 'call' ? new LanguageModelToolCallPart(callId, name, input) : [];
            });
            const results = made.map(
              ({ callId }) =>
                new LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart('sun')]),
            );
            messages.push(
              Assistant([new vscode.LanguageModelTextPart(String(find(parts, 'text'))), ...made]),
              User(results),
            );
          }
          deepStrictEqual(
            (await readJournal())
              .filter(({ bodyText }) => bodyText.includes(mark))
              .map(({ billedInFull }) => billedInFull < 200),
            [false, true, true, true],
          );
        });

      if (protocol === 'Messages')
        it('report to VS Code that a repeated prompt was read from the service’s cache', async () => {
          const question = [User(`Hello\n${'abc '.repeat(2000)}\nHello ${Date.now()}`)];
          const usages = [await ask(id, question), await ask(id, question)].map((parts) => {
            const { prompt_tokens: all, prompt_tokens_details: details } = find(parts, 'usage') as {
              readonly prompt_tokens: number;
              readonly prompt_tokens_details: Readonly<Record<string, number>>;
            };
            return [details['cached_tokens'] === all, details['cache_creation_input_tokens'] === all];
          });
          deepStrictEqual(usages, [
            [false, true],
            [true, false],
          ]);
        });

      it('accept images, and mention attached data that no model reads', async () => {
        const text = find(
          await ask(id, [
            User([
              new vscode.LanguageModelTextPart('See:'),
              new DataPart(png, 'image/png'),
              new DataPart(new TextEncoder().encode('{"a":1}'), 'application/json'),
              new DataPart(new Uint8Array(9), 'application/pdf'),
              new DataPart(new TextEncoder().encode('ephemeral'), 'cache_control'),
            ]),
          ]),
          'text',
        );
        match(String(text), /image\/png, \d+ bytes, 32 × 32 pixels/);
        const sent = JSON.stringify(await lastBody());
        match(sent, /\{\\"a\\":1\}/);
        match(sent, /9 bytes of type application\/pdf/);
        // Our own cache mark goes to the service, another extension's does not.
        const ownMark = '"cache_control":{"type":"ephemeral"}';
        ok(!sent.replaceAll(ownMark, '').includes('ephemeral'), sent);
      });

      it('call several tools at once by their own names, and get the results', async () => {
        const question = User(`call ${givenName} {"city":"Paris"}\ncall ${givenName} {"city":"Rome"}`);
        const parts = await ask(id, [question], { tools: [weather] });
        const calls = parts.flatMap(([kind, value]) => (kind === 'call' ? (value as ToolCall) : []));
        deepStrictEqual(
          calls.map(({ name, input }) => [name, input]),
          [
            ['get.weather', { city: 'Paris' }],
            ['get.weather', { city: 'Rome' }],
          ],
        );
        const [first, second] = calls;
        ok(first && second && first.callId !== second.callId);
        const prompt = { node: { type: 1, children: [{ type: 2, text: 'rain', lineBreakBefore: false }] } };
        const answer = await ask(
          id,
          [
            question,
            Assistant(
              calls.map(({ callId, name, input }) => new LanguageModelToolCallPart(callId, name, input)),
            ),
            // Each result in its own message, the last one first, as some callers send them.
            User([new LanguageModelToolResultPart(second.callId, [new LanguageModelPromptTsxPart(prompt)])]),
            User([
              new LanguageModelToolResultPart(first.callId, [
                new vscode.LanguageModelTextPart('sun'),
                new DataPart(png, 'image/png'),
              ]),
            ]),
          ],
          { tools: [weather] },
        );
        const text = String(find(answer, 'text'));
        match(text, /rain/);
        match(text, /sun/);
        match(text, /32 × 32 pixels/);
      });

      it('pass empty arguments as an empty input', async () => {
        const parts = await ask(id, [User(`empty arguments\ncall ${givenName} {"city":"Paris"}`)], {
          tools: [weather],
        });
        const call = find(parts, 'call') as ToolCall;
        deepStrictEqual([call.name, call.input], ['get.weather', {}]);
      });

      it('fail with the reason instead of passing a call with broken or truncated arguments', async () => {
        const unreadable = /sent an invalid tool call/;
        // Generate content itself reports a malformed call, whatever the cause.
        const cut = protocol === 'generate content' ? unreadable : /output token limit/;
        for (const [manner, words] of [
          ['broken arguments', unreadable],
          ['broken arguments max tokens', cut],
        ] as const) {
          const parts: string[] = [];
          const asked = ask(
            id,
            [User(`${manner}\ncall ${givenName} {"city":"Paris"}`)],
            { tools: [weather] },
            ([kind]) => parts.push(kind),
          );
          await rejects(asked, words);
          deepStrictEqual([manner, parts.includes('call')], [manner, false]);
        }
      });

      it('call a tool when the caller requires it', async () => {
        const parts = await ask(id, [User('anything')], {
          tools: [weather],
          toolMode: vscode.LanguageModelChatToolMode.Required,
        });
        deepStrictEqual((find(parts, 'call') as ToolCall).name, 'get.weather');
      });

      it('fail with a LanguageModelError that contains no link from the relay', async () => {
        await failNext(path, {
          kind: 'reply',
          status: 403,
          body: { error: { message: 'no [x](command:y) for you' } },
        });
        await rejects(ask(id, [User('Hi')]), (error: unknown) => {
          ok(error instanceof vscode.LanguageModelError);
          match(error.message, /rejected the request \(HTTP 403\)/);
          ok(!error.message.includes(']('), error.message);
          return true;
        });
      });

      it('fail after the received text when a response is interrupted', async () => {
        const model = await findModel(id);
        const { text } = await model.sendRequest([User('long 5 cut')]);
        let came = '';
        await rejects(async () => {
          for await (const piece of text) came += piece;
        }, /was interrupted by the relay/);
        // How much arrives before the interruption depends on the network.
        ok(came.startsWith('# A long scripted reply'), `“${came}”`);
      });

      it('close the socket on cancel', async () => {
        const cancel = new vscode.CancellationTokenSource();
        const model = await findModel(id);
        const { text } = await model.sendRequest([User('long slow')], {}, cancel.token);
        for await (const _ of text) break;
        cancel.cancel();
        const outcome = async () => (await readJournal()).at(-1)?.outcome;
        await until(async () => (await outcome()) !== 'running');
        deepStrictEqual(await outcome(), 'closedByClient');
      });
    });
  }

  it('count tokens', async () => {
    const model = await findModel('oa-large');
    const [text, message] = [
      await model.countTokens('one two three'),
      await model.countTokens(User('one two three')),
    ];
    ok(text >= 3 && text <= 6 && message >= text && message <= text + 8, `${text}, ${message}`);
  });

  it('report thoughts, which go back signed with the tool call that they led to', async () => {
    const question = User(`thinking\ncall ${givenName} {"city":"Paris"}`);
    for (const [, id] of [protocols[0], protocols[2]]) {
      const parts = await ask(id, [question], { tools: [weather] });
      match(String(find(parts, 'thinking')), /The request has the word/);
      const metadata = find(parts, 'thought');
      ok(metadata, id);
      const call = find(parts, 'call') as ToolCall;
      // VS Code's chat hands a thought back as one part with all of its metadata.
      const history = [
        question,
        Assistant([
          new ThinkingPart('The request', 'id', metadata as object),
          new vscode.LanguageModelTextPart(String(find(parts, 'text') ?? '')),
          new LanguageModelToolCallPart(call.callId, call.name, call.input),
        ]),
        User([new LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart('sun')])]),
      ];
      match(String(find(await ask(id, history, { tools: [weather] }), 'text')), /sun/);
      match(JSON.stringify(await lastBody()), /"(signature|thoughtSignature)":"/);
    }
  });
});
