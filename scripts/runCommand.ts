import { spawn } from 'node:child_process';

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Collects the output instead of showing it; a failure then carries its end. */
  readonly quiet?: boolean;
}

interface CommandResult {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  /** Everything it printed; empty unless `quiet`. */
  readonly output: string;
}

/** Runs a command to its end. Throws only when it can't be started. */
export async function runCommand(
  command: string,
  commandArguments: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(command, commandArguments, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? undefined));
  });
  return { exitCode, output: Buffer.concat(chunks).toString() };
}

const heartbeatMs = 15_000;

/**
 * One long step of an installation: says what and why, then that it is still alive, then how long it took.
 * Throws with the end of the command's output when it fails.
 */
export async function runLongStep(
  title: string,
  command: string,
  commandArguments: readonly string[],
  options: Omit<CommandOptions, 'quiet'> = {},
): Promise<void> {
  const startedAt = performance.now();
  const elapsedSeconds = () => Math.round((performance.now() - startedAt) / 1000);
  console.log(`${title} ...`);
  const heartbeat = setInterval(() => console.log(`  ... still at it (${elapsedSeconds()} s)`), heartbeatMs);
  try {
    const result = await runCommand(command, commandArguments, { ...options, quiet: true });
    if (result.exitCode !== 0) {
      throw new Error(`${title}: ${command} failed.\n${result.output.slice(-4000)}`);
    }
  } finally {
    clearInterval(heartbeat);
  }
  console.log(`  done in ${elapsedSeconds()} s`);
}
