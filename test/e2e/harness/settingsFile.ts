import { readFile } from 'node:fs/promises';

/** Reads settings from the disk; undefined while they are being written, when only a part of them is there. */
export async function readSettingsFile(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
