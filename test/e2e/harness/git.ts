import { execFileSync } from 'node:child_process';

/** Runs git in a folder, with an author that does not depend on this machine's settings; returns its output. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
