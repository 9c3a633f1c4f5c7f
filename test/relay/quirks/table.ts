import { chatCompletionsQuirks } from './groups/chat/chatCompletions.ts';
import { generateContentQuirks } from './groups/chat/generateContent.ts';
import { messagesQuirks } from './groups/chat/messages.ts';
import { refusedFieldQuirks } from './groups/chat/refusedFields.ts';
import { streamFailureQuirks, streamFramingQuirks } from './groups/chat/streams.ts';
import { toolCallQuirks } from './groups/chat/toolCalls.ts';
import { errorCaseQuirks } from './groups/errors/errorCases.ts';
import { errorShapeQuirks } from './groups/errors/errorShapes.ts';
import { imageQuirks } from './groups/images.ts';
import { modelListQuirks } from './groups/modelLists.ts';
import { speechQuirks } from './groups/speech.ts';
import { taskQuirks } from './groups/tasks.ts';
import { transportQuirks } from './groups/transport.ts';
import type { Quirk } from './quirk.ts';

/** All quirks by group. A new group is a file in groups/ and a row here; a new quirk is a row in its group. */
export const quirkGroups = {
  'shapes of errors': errorShapeQuirks,
  'cases of errors': errorCaseQuirks,
  'framing of streams': streamFramingQuirks,
  'failures of streams': streamFailureQuirks,
  'chat completions': chatCompletionsQuirks,
  'tool calls of chat completions': toolCallQuirks,
  messages: messagesQuirks,
  'generate content': generateContentQuirks,
  'refused fields': refusedFieldQuirks,
  'model lists': modelListQuirks,
  speech: speechQuirks,
  images: imageQuirks,
  tasks: taskQuirks,
  transport: transportQuirks,
} as const satisfies Record<string, Readonly<Record<string, Quirk>>>;

type Groups = typeof quirkGroups;

/** The name of a quirk: each is in one group only. */
export type QuirkName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string;

const quirksByName: ReadonlyMap<string, Quirk> = new Map(
  Object.values<Readonly<Record<string, Quirk>>>(quirkGroups).flatMap((group) => Object.entries(group)),
);

export const quirkNames = [...quirksByName.keys()] as readonly QuirkName[];

export function isQuirkName(name: unknown): name is QuirkName {
  return typeof name === 'string' && quirksByName.has(name);
}

export function findQuirk(name: QuirkName): Quirk {
  const quirk = quirksByName.get(name);
  if (quirk === undefined) {
    throw new Error(`There is no quirk "${name}". npm run relay -- --help lists them.`);
  }
  return quirk;
}
