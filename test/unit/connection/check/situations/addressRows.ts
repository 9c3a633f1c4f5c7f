import { at, type Row } from './row.ts';

/** Contract 7, wrong address, and what is none. */
export const addressRows: readonly Row[] = [
  {
    name: 'nothing',
    arrange: (relay) => at(relay, { address: ' ' }),
    stages: 'failed skipped skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Base URL: Enter the relay’s base URL.',
      '[Change Base URL…]',
      'Start with “Base URL”: Enter the relay’s base URL.',
    ],
  },
  {
    name: 'a key in its place',
    arrange: (relay) => at(relay, { address: relay.keys.good }),
    stages: 'failed skipped skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Base URL: This looks like an API key. Enter the base URL here. The API key is entered separately.',
      '[Change Base URL…]',
      'Start with “Base URL”: This looks like an API key. Enter the base URL here. The API key is entered separately.',
    ],
  },
  {
    name: 'the page of the console',
    arrange: (relay) => at(relay, { address: `${relay.baseUrl}/console` }),
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: No relay was found at this base URL.',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Reference relay console',
      '[Change Base URL…]',
      'Model list for generate content: No relay was found at this base URL.',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Reference relay console',
      '[Change Base URL…]',
      'Start with “Model list”: No relay was found at this base URL.',
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
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: No relay was found at this base URL (HTTP 404).',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Not Found',
      '[Change Base URL…]',
      'Model list for generate content: No relay was found at this base URL (HTTP 404).',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Not Found',
      '[Change Base URL…]',
      'Start with “Model list”: No relay was found at this base URL (HTTP 404).',
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
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: No relay was found at this base URL.',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> New API',
      '[Change Base URL…]',
      'Model list for generate content: No relay was found at this base URL.',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> New API',
      '[Change Base URL…]',
      'Start with “Model list”: No relay was found at this base URL.',
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
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: The base URL redirects to a different URL: https://console.invalid',
      '- The API key was not sent there. If this URL is your relay, use it as the base URL.',
      '[Change Base URL…]',
      'Model list for generate content: The base URL redirects to a different URL: https://console.invalid',
      '- The API key was not sent there. If this URL is your relay, use it as the base URL.',
      '[Change Base URL…]',
      'Start with “Model list”: The base URL redirects to a different URL: https://console.invalid',
    ],
  },
];
