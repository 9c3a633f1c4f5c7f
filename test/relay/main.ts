import { parseArgs } from 'node:util';
import { type DemoToken, demoKeyNames, demoKeys, demoTokens } from './account/tokens.ts';
import { speechModels } from './account/voices.ts';
import { isQuirkName, quirkGroups } from './quirks/table.ts';
import { startReferenceRelay } from './referenceRelay.ts';
import { scriptWords } from './script/scriptWords.ts';

const help = `A relay for trying out and for testing: it keeps the relay contract and costs nothing.
Its chat models are scripted; its speech models really speak.

  npm run relay -- [--port 8787] [--host 127.0.0.1] [--pace 40] [--latency 200] [--quirk name]…

  --port     port to listen on; 0 takes a free one
  --host     address to listen on
  --pace     pieces of an answer in a second; 0 is as fast as it goes
  --latency  milliseconds before each reply
  --quirk    one way in which real relays differ; may be given several times
`;

function readNumber(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0)) {
    throw new Error(`--${name} must be a number that is not negative, not "${value}".`);
  }
  return number;
}

function tabulate(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}

function describeToken({ refusal, callRefusal, lateRefusal, models, hasNoChannel }: DemoToken): string {
  const refused = refusal ?? callRefusal ?? lateRefusal;
  if (refused) {
    const { status, message, headers = {} } = refused;
    const shown = Object.entries(headers).map(([name, value]) => `, ${name} ${value}`);
    return `${status} ${message}${shown.join('')}${refusal ? '' : ', but lists models'}`;
  }
  if (models) return `sees and may use ${models.join(' and ')} only`;
  return hasNoChannel === true ? 'sees no models: its group has no channel' : 'works';
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      host: { type: 'string', default: '127.0.0.1' },
      pace: { type: 'string', default: '40' },
      latency: { type: 'string', default: '200' },
      quirk: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    for (const [group, quirks] of Object.entries(quirkGroups)) {
      console.log(`Quirks, ${group}:\n`);
      console.log(`${tabulate(Object.entries(quirks).map(([name, { does }]) => [name, does]))}\n`);
    }
    return;
  }
  const unknown = values.quirk.find((name) => !isQuirkName(name));
  if (unknown !== undefined) throw new Error(`There is no quirk "${unknown}". --help lists them.`);
  const relay = await startReferenceRelay({
    port: readNumber('port', values.port),
    host: values.host,
    chunksPerSecond: readNumber('pace', values.pace),
    latencyMs: readNumber('latency', values.latency),
    log: (line) => console.log(`${new Date().toLocaleTimeString('en-GB')} ${line}`),
  });
  relay.with(values.quirk.filter(isQuirkName));
  console.log(`The reference relay is running. Ctrl-C ends it.

  Base URL  ${relay.baseUrl}
  Key           ${relay.keys.good}

All keys, and what becomes of them:

${tabulate(demoKeyNames.map((name) => [demoKeys[name], describeToken(demoTokens[name])]))}

${values.quirk.length === 0 ? '' : `Quirks: ${values.quirk.join(', ')}\n\n`}Words that the scripted chat models know, in the first or the last line of a message:

${tabulate(scriptWords.map(({ words, does }) => [words, does]))}

A line such as \`call getWeather {"city":"Paris"}\` calls a tool that the request offers;
after the results, \`then call …\` calls in the next round, and \`always call …\` in every round.

Speech models and their voices:

${tabulate([...speechModels].map(([model, { voices }]) => [model, voices.map(({ id }) => id).join(', ')]))}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void relay.close());
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
