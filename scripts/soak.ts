import { parseArgs } from 'node:util';
import { runSoak } from '../test/soak/soak.ts';
import { runScript } from './runScript.ts';
import { canBuildForProduction } from './testing/suites.ts';

const help = `Does everything at once in one real VS Code for a long time, while the relay fails in all its ways: a conversation
in two windows, reading aloud, VS Code's agent, requests that are aborted. Fails where memory grows, connections stay,
messages or sentences are lost, or an error is caught by nobody.
  --minutes N  how long; 30 by default
  --seed N     another order of requests and failures; 1 by default
  --without NAME  leaves out a load, such as "VS Code’s agent"; more than once for more of them`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

await runScript(async () => {
  if (values.help) return console.log(help);
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed are numbers.');
  if (!(await canBuildForProduction())) throw new Error('The build failed.');
  if (!(await runSoak({ minutes, seed, without: values.without }))) process.exitCode = 1;
});
