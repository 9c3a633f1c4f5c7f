import { tools } from '../../../src/manifest.ts';

const { runCommand, editFile, createImage, editImage, createVideo, getVideo, ...reading } = tools;

/** Names of our tools that only read, sorted: the ones of Ask mode, and of untrusted folders. */
export const readingToolNames: readonly string[] = Object.values(reading).sort();
