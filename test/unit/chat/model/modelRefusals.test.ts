import { deepStrictEqual } from 'node:assert/strict';
import { createModelRefusals, refuses } from '../../../../src/chat/model/modelRefusals.ts';
import type { ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';

const refusal = (relayMessage: string, kind: RelayErrorKind = 'invalidRequest') =>
  new RelayError(kind, { status: 400, relayMessage });

/** Messages in the wording of services and relays. */
const messages: Readonly<Record<'tools' | 'pictures' | 'neither', readonly string[]>> = {
  tools: [
    'registry.example.com/some-model:latest does not support tools',
    'tools is not supported in this model. For a list of supported models, refer to the guide.',
    'No endpoints found that support tool use. To learn more, see the guide.',
    "This model doesn't support function calling (request id: 2026)",
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'Function calling is not enabled for models/some-model',
    '`tools` is unsupported',
    'Unrecognized request argument supplied: tools',
    '该模型不支持工具调用',
    '当前模型不支持 function call',
    '工具调用功能未启用',
    'tools: Extra inputs are not permitted',
  ],
  pictures: [
    'this model does not support image input (ref: b8bd630e)',
    'Model do not support image input. Request id: 0217',
    'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 679289',
    'No endpoints found that support image input',
    'Invalid content type. image_url is only supported by certain models; vision is not enabled',
    'some-model is not a multimodal model',
    '此模型不支持图像输入。请尝试其他模型',
    '该模型无法处理图片',
    '模型不支持视觉',
    'Only text content is supported',
    'Image inputs are not supported by this model.',
  ],
  neither: [
    '',
    'max_tokens is too large',
    'field messages is required',
    'The model does not exist or you do not have access to it',
    'temperature is not supported with this model',
    '该令牌无权访问模型 msg-opus-4-7',
    "Invalid schema for function 'x': oneOf is not supported",
    'tools[0].function.description is not supported',
    'Unsupported image format: image/tiff',
    'The image dimensions are not supported',
    '不支持的图片格式',
    'context_management: Extra inputs are not permitted',
  ],
};

describe('what a model refuses', () => {
  for (const [what, all] of Object.entries(messages)) {
    it(`is detected from the relay’s message: ${what}`, () => {
      deepStrictEqual(
        all.map((words) => [words, refuses(refusal(words), 'tools'), refuses(refusal(words), 'pictures')]),
        all.map((words) => [words, what === 'tools', what === 'pictures']),
      );
    });
  }

  it('is not detected from other kinds of failures, whatever their message', () => {
    const words = 'tools are not supported, images are not supported';
    deepStrictEqual(
      [
        ...(['rateLimit', 'authentication', 'insufficientBalance', 'timeout', 'cancelled'] as const).map(
          (kind) => refusal(words, kind),
        ),
        new Error(words),
      ].map((error) => [refuses(error, 'tools'), refuses(error, 'pictures')]),
      Array.from({ length: 6 }, () => [false, false]),
    );
  });

  it('is checked quickly in a hostile message', () => {
    const words = 'tools '.repeat(200) + 'not '.repeat(200);
    deepStrictEqual(refuses(refusal(words.slice(0, 500)), 'tools'), false);
  });
});

describe('the memory of what models refused', () => {
  const base: Pick<ChatRequest, 'maxTokens' | 'messages'> = {
    maxTokens: 1,
    messages: [{ role: 'user', content: 'Hi' }],
  };
  const withTools = { ...base, model: 'a', tools: [{ name: 'x' }] };
  const png = { type: 'image', mediaType: 'image/png', bytes: new Uint8Array(1) } as const;
  const withPicture = { ...base, model: 'a', messages: [{ role: 'user', content: [png] }] } as ChatRequest;
  const withSeenPicture: ChatRequest = {
    ...base,
    model: 'a',
    messages: [{ role: 'user', content: [{ type: 'toolResult', callId: '1', content: [png] }] }],
  };
  const relay = 'https://relay.example.com';
  const noTools = refusal('a does not support tools');
  const noPictures = refusal('a does not support images');

  function start() {
    const stored = new Map<string, unknown>();
    return createModelRefusals({
      get: (key) => stored.get(key),
      async update(key, value) {
        stored.set(key, value);
      },
    });
  }
  const known = (refusals: ReturnType<typeof start>) => ({
    tools: refusals.has(relay, 'a', 'tools'),
    pictures: refusals.has('relay.example.com', 'a', 'pictures'),
    otherModel: refusals.has(relay, 'b', 'tools'),
    otherRelay: refusals.has('https://other.example.com', 'a', 'tools'),
  });
  const nothing = { tools: false, pictures: false, otherModel: false, otherRelay: false };

  const steps: readonly [string, readonly [ChatRequest, Error?][], object][] = [
    ['is empty at first', [], nothing],
    ['has refused tools', [[withTools, noTools]], { ...nothing, tools: true }],
    ['has refused images', [[withPicture, noPictures]], { ...nothing, pictures: true }],
    ['has a refused image from a tool', [[withSeenPicture, noPictures]], { ...nothing, pictures: true }],
    ['ignores a refusal of something not sent', [[withPicture, noTools]], nothing],
    ['forgets tools that are accepted later', [[withTools, noTools], [withTools]], nothing],
    [
      'keeps refused tools when a request without tools succeeds',
      [[withTools, noTools], [withPicture]],
      { ...nothing, tools: true },
    ],
    ['ignores other failures', [[withTools, refusal('no')]], nothing],
  ];
  for (const [name, asked, expected] of steps) {
    it(name, () => {
      const refusals = start();
      for (const [request, error] of asked) refusals.note({ relay, request }, error);
      deepStrictEqual(known(refusals), expected);
    });
  }
});
