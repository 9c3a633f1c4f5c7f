import { at, type Row } from './row.ts';

/** Contract 7, wrong address, and what is none. */
export const addressRows: readonly Row[] = [
  {
    name: 'nothing',
    arrange: (relay) => at(relay, { address: ' ' }),
    stages: 'failed skipped skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Base address: Type the relay’s address.',
      '[Change Address…]',
      'Look at “Base address” first: Type the relay’s address.',
    ],
    chinese: ['基础地址: 请输入中转站的地址。', '[更改地址…]', '请先看“基础地址”：请输入中转站的地址。'],
  },
  {
    name: 'a key in its place',
    arrange: (relay) => at(relay, { address: relay.keys.good }),
    stages: 'failed skipped skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Base address: This looks like a key. Here goes the address; the key has a place of its own.',
      '[Change Address…]',
      'Look at “Base address” first: This looks like a key. Here goes the address; the key has a place of its own.',
    ],
    chinese: [
      '基础地址: 这看起来是密钥。这里填写地址，密钥另有填写之处。',
      '[更改地址…]',
      '请先看“基础地址”：这看起来是密钥。这里填写地址，密钥另有填写之处。',
    ],
  },
  {
    name: 'the page of the console',
    arrange: (relay) => at(relay, { address: `${relay.baseAddress}/console` }),
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'Key: Neither list says whether the key is right.',
      'Model list: There is no relay at this address.',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Reference relay console',
      '[Change Address…]',
      'Model list of generate content: There is no relay at this address.',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Reference relay console',
      '[Change Address…]',
      'Look at “Model list” first: There is no relay at this address.',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 这个地址上没有中转站。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Reference relay console',
      '[更改地址…]',
      '内容生成协议的模型列表: 这个地址上没有中转站。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Reference relay console',
      '[更改地址…]',
      '请先看“模型列表”：这个地址上没有中转站。',
    ],
  },
  {
    name: 'a place where nothing is (404)',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-ok-false').undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'Key: Neither list says whether the key is right.',
      'Model list: There is no relay at this address (HTTP 404).',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Not Found',
      '[Change Address…]',
      'Model list of generate content: There is no relay at this address (HTTP 404).',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Not Found',
      '[Change Address…]',
      'Look at “Model list” first: There is no relay at this address (HTTP 404).',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 这个地址上没有中转站（HTTP 404）。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改地址…]',
      '内容生成协议的模型列表: 这个地址上没有中转站（HTTP 404）。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改地址…]',
      '请先看“模型列表”：这个地址上没有中转站（HTTP 404）。',
    ],
  },
  {
    name: 'HTML in place of JSON',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('html-console').undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'Key: Neither list says whether the key is right.',
      'Model list: There is no relay at this address.',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> New API',
      '[Change Address…]',
      'Model list of generate content: There is no relay at this address.',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> New API',
      '[Change Address…]',
      'Look at “Model list” first: There is no relay at this address.',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 这个地址上没有中转站。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> New API',
      '[更改地址…]',
      '内容生成协议的模型列表: 这个地址上没有中转站。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> New API',
      '[更改地址…]',
      '请先看“模型列表”：这个地址上没有中转站。',
    ],
  },
  {
    name: 'one that leads to another origin',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('redirect-website').undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'Key: Neither list says whether the key is right.',
      'Model list: The address leads to another one: https://console.invalid',
      '- The key is not sent there unasked. If that is your relay, use that address.',
      '[Change Address…]',
      'Model list of generate content: The address leads to another one: https://console.invalid',
      '- The key is not sent there unasked. If that is your relay, use that address.',
      '[Change Address…]',
      'Look at “Model list” first: The address leads to another one: https://console.invalid',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 该地址转向了另一个地址：https://console.invalid',
      '- 未经确认不会把密钥发往那里。如果那是你的中转站，请使用那个地址。',
      '[更改地址…]',
      '内容生成协议的模型列表: 该地址转向了另一个地址：https://console.invalid',
      '- 未经确认不会把密钥发往那里。如果那是你的中转站，请使用那个地址。',
      '[更改地址…]',
      '请先看“模型列表”：该地址转向了另一个地址：https://console.invalid',
    ],
  },
];
