import * as vscode from 'vscode';

type Part = vscode.LanguageModelTextPart;

// Every supported editor has these classes, but the oldest one's API types do not declare them.
export const DataPart: new (data: Uint8Array, mimeType: string) => Part = Reflect.get(
  vscode,
  'LanguageModelDataPart',
);
export const ThinkingPart: new (value: string, id?: string, metadata?: object) => Part = Reflect.get(
  vscode,
  'LanguageModelThinkingPart',
);

export async function findModel(id: string): Promise<vscode.LanguageModelChat> {
  const [model] = await vscode.lm.selectChatModels({ vendor: 'model-relay', id });
  if (!model) throw new Error(`There is no model ${id}.`);
  return model;
}

/** A part of a response, told apart by its kind. */
type Told = readonly [kind: string, value: unknown];

/** Returns the parts of a response, with adjacent text merged. `onPart` also gets the parts before a failure. */
export async function ask(
  id: string,
  messages: vscode.LanguageModelChatMessage[],
  options: vscode.LanguageModelChatRequestOptions = {},
  onPart?: (part: Told) => void,
): Promise<Told[]> {
  const model = await findModel(id);
  const { stream } = await model.sendRequest(messages, options);
  const parts: Told[] = [];
  for await (const part of stream) {
    const told = tell(part);
    onPart?.(told);
    const [kind, value] = told;
    const last = parts.at(-1);
    const isPiece = typeof value === 'string' && last?.[0] === kind;
    if (isPiece) parts[parts.length - 1] = [kind, `${last[1]}${value}`];
    else parts.push([kind, value]);
  }
  return parts;
}

function tell(part: unknown): Told {
  if (part instanceof vscode.LanguageModelTextPart) return ['text', part.value];
  if (part instanceof vscode.LanguageModelToolCallPart) {
    const { callId, name, input } = part;
    return ['call', { callId, name, input }];
  }
  const { value, metadata, mimeType, data } = part as {
    readonly value: string;
    readonly metadata?: unknown;
    readonly mimeType: string;
    readonly data: Uint8Array;
  };
  if (part instanceof ThinkingPart) return metadata ? ['thought', metadata] : ['thinking', value];
  if (!(part instanceof DataPart)) return ['unknown', part];
  return mimeType === 'usage' ? ['usage', JSON.parse(new TextDecoder().decode(data))] : ['data', mimeType];
}

/** The first part of a kind. */
export function find(parts: readonly Told[], kind: string): unknown {
  return parts.find(([each]) => each === kind)?.[1];
}
