import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../../..');

export interface SourceFile {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** A package's name, or the path of a project file from the project's root. */
  readonly target: string;
  readonly isTypeOnly: boolean;
}

const importPattern =
  /(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

export function readSourceFiles(): SourceFile[] {
  return globSync('src/**/*.ts', { cwd: projectRoot }).map((path) => {
    const text = readFileSync(join(projectRoot, path), 'utf8');
    const imports = [...text.matchAll(importPattern)].map(([, type, named, dynamic]) => {
      const specifier = named ?? dynamic ?? '';
      const target = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier;
      return { target, isTypeOnly: type !== undefined };
    });
    return { path, text, imports };
  });
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
}
