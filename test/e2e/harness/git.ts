import { execFileSync } from 'node:child_process';

/** Runs git in a folder, as somebody whom its settings on this machine don't know; gives what it prints. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
