import * as vscode from 'vscode';
import type { LastEditor } from '../../../platform/lastEditor.ts';
import { confirm, notify, plainText } from '../../../platform/notifications.ts';
import type { SuggestionView } from '../../../protocol/suggestedView.ts';
import type { Logger } from '../../../relay/logger.ts';
import type { AttachmentRecord } from '../../model/records.ts';
import type { Attachments } from '../attachments.ts';
import { isAboutSelection, languageRequest } from './builtInPrompts.ts';
import { findNamedFiles, readEditorValues, readSelection } from './promptContext.ts';
import { describeMissing, describePromptProblem, type PromptProblem } from './promptFile.ts';
import { createPromptStore, type ListedPrompt } from './promptStore.ts';
import {
  editorVariables,
  fillVariables,
  findNeeds,
  inputKey,
  isSameName,
  matchPrompts,
  type PromptInput,
  readPromptCall,
} from './promptText.ts';

export interface PromptLibraryPorts {
  readonly logger: Logger;
  /** The folder of the person's own prompts, which may not exist yet. */
  readonly ownFolder: vscode.Uri;
  /** The attachments of the draft. */
  readonly attachments: Pick<
    Attachments,
    'approve' | 'attachAddresses' | 'attachSelection' | 'attachRecords' | 'records' | 'settled'
  >;
  readonly lastEditor: LastEditor;
  readonly findCode: FindCode;
}

/**
 * Finds the code of a document that a prompt is about, by the cursors in it; resolves to a message if there is none.
 * Undefined if the person did not wait for it.
 */
type FindCode = (
  prompt: string,
  document: vscode.TextDocument | undefined,
  selections: readonly vscode.Selection[],
) => Promise<FoundCode | string | undefined>;

interface FoundCode {
  readonly pieces: readonly AttachmentRecord[];
  /** All pieces as one text, for prompts with a variable for it. */
  readonly selection: string;
  /** The problems reported for the code, if the prompt uses them. */
  readonly problems: readonly AttachmentRecord[];
}

/** The result of a prompt call: the message to send, or a reason to keep the draft. */
export type Expansion =
  | {
      readonly text: string;
      /** Whether the text contains the code, in place of the prompt's variable. */
      readonly hasSelection?: true;
    }
  | { readonly cancelled: true };

/**
 * A prompt that is not sent from the draft: the caller attaches its code, unless the prompt has a variable for it, and
 * the files that the prompt refers to.
 */
export interface GivenQuestion {
  readonly code: Pick<FoundCode, 'pieces' | 'selection'>;
  /** Attaches files to the prompt, by their URIs. */
  readonly attach: (addresses: readonly string[]) => Promise<void>;
}

/** A longer list of suggestions would not help. */
const maximumSuggestions = 50;

/** The reusable prompts of the chat's input. */
export type PromptLibrary = ReturnType<typeof createPromptLibrary>;

export function createPromptLibrary(ports: PromptLibraryPorts) {
  const { logger, ownFolder, attachments, lastEditor } = ports;
  const { t } = vscode.l10n;
  const store = createPromptStore(ownFolder, logger);

  function problemWords({ name, address }: ListedPrompt, problem: PromptProblem): string {
    const file = address ? vscode.workspace.asRelativePath(address) : name;
    return describePromptProblem(file, problem, t);
  }

  async function refuse(words: string): Promise<Expansion> {
    // Not awaited: the notification may stay open for a long time, and the draft must be editable again.
    void notify('warning', words);
    return { cancelled: true };
  }

  function toSuggestion(prompt: ListedPrompt): SuggestionView {
    const { name, description, argumentHint, from, problem } = prompt;
    const words = problem ? problemWords(prompt, problem) : description;
    return {
      value: name,
      label: `/${name}`,
      detail: [argumentHint, words, from].filter(Boolean).join(' · '),
    };
  }

  async function find(name: string): Promise<ListedPrompt | undefined> {
    return (await store.list()).find((prompt) => isSameName(prompt.name, name));
  }

  async function expand(text: string, given?: GivenQuestion): Promise<Expansion | undefined> {
    const call = readPromptCall(text);
    const prompt = call && (await find(call.name));
    if (!prompt) return undefined;
    const reading = await store.read(prompt);
    if (typeof reading === 'string') return refuse(problemWords(prompt, reading));
    const { body } = reading;
    const needs = findNeeds(body);
    const takesSelection = needs.variables.includes('selection');
    const isAboutCode = given === undefined && isAboutSelection(prompt.name);
    const editor = isAboutCode ? selectedEditor() : undefined;
    const isCodeWanted =
      isAboutCode && !editor && call.argument === '' && (takesSelection || !(await hasAttachments()));
    const code = isCodeWanted ? await findCode(prompt.name) : undefined;
    if (isCodeWanted && code === undefined) return { cancelled: true };
    // A custom prompt can do without code, unless it has a variable for it.
    if (typeof code === 'string' && (takesSelection || prompt.place === 'builtIn')) return refuse(code);
    const found = typeof code === 'string' ? undefined : code;
    const unasked = given?.code ?? found;
    const selection = unasked?.selection ?? (editor && readSelection(editor));
    const values = await readEditorValues(needs, selection);
    const missing = editorVariables.find((variable) => values.get(variable) === '');
    if (missing) return refuse(describeMissing(prompt.name, missing, t));
    const answers = await askForInputs(prompt.name, needs.inputs);
    if (!answers) return { cancelled: true };
    const isAsked = prompt.place === 'workspace' && values.has('clipboard');
    if (isAsked && !(await mayHaveClipboard(prompt.name))) return { cancelled: true };
    const approved = await approveValues(values, unasked?.pieces);
    if (!approved) return { cancelled: true };
    if (found) {
      const records = [...(takesSelection ? [] : found.pieces), ...found.problems];
      if (records.length > 0 && !(await attachments.attachRecords(records))) return { cancelled: true };
    }
    if (editor && !takesSelection && !(await attachments.attachSelection(editor))) return { cancelled: true };
    await attachNamed(body, prompt, given?.attach ?? attachments.attachAddresses);
    const { argument } = call;
    const parts = [
      fillVariables(body, new Map([...values, ...approved, ...answers, ['argument', argument]])),
      needs.takesArgument ? '' : argument,
      prompt.place === 'builtIn' ? languageRequest(vscode.env.language) : '',
    ];
    return { text: parts.filter(Boolean).join('\n\n'), ...(takesSelection && { hasSelection: true }) };
  }

  /** Values that become part of the prompt's text are checked for secrets like attachments, all in one question. */
  async function approveValues(
    values: ReadonlyMap<string, string>,
    unselected: readonly AttachmentRecord[] | undefined,
  ): Promise<(readonly [name: string, value: string])[] | undefined> {
    const { document } = vscode.window.activeTextEditor ?? {};
    const file = document && vscode.workspace.asRelativePath(document.uri);
    const asked = new Map<string, readonly AttachmentRecord[]>();
    for (const [variable, name] of Object.entries({
      clipboard: t('Clipboard'),
      selection: file ?? t('Selection'),
    })) {
      const text = values.get(variable);
      if (text !== undefined) asked.set(variable, [{ kind: 'selection', name, text }]);
    }
    if (unselected && asked.has('selection')) asked.set('selection', unselected);
    if (asked.size === 0) return [];
    const rest = [...((await attachments.approve([...asked.values()].flat())) ?? [])];
    if (rest.length === 0) return undefined;
    return [...asked].map(([variable, { length }]) => {
      const texts = rest.splice(0, length).map(({ text = '' }) => text);
      return [variable, texts.join('\n\n')];
    });
  }

  /** The last used editor, if something is selected in it. */
  function selectedEditor(): vscode.TextEditor | undefined {
    const { document } = lastEditor;
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
    const editor = editors.find((each) => each.document === document);
    return editor && readSelection(editor) !== '' ? editor : undefined;
  }

  /** If the person attached something, the prompt is about that. */
  async function hasAttachments(): Promise<boolean> {
    await attachments.settled();
    return attachments.records().length > 0;
  }

  function findCode(prompt: string): Promise<FoundCode | string | undefined> {
    const { document } = lastEditor;
    const selections = document ? lastEditor.selectionsIn(document) : [];
    return ports.findCode(prompt.toLowerCase(), document, selections);
  }

  async function attachNamed(
    body: string,
    { name, address }: ListedPrompt,
    attachFiles: GivenQuestion['attach'],
  ): Promise<void> {
    const { found, missing } = await findNamedFiles(body, address, ownFolder);
    if (found.length > 0) await attachFiles(found.map((file) => file.toString()));
    if (missing.length > 0) {
      const files = missing.slice(0, 5).join(', ');
      void notify('warning', t('/{0} refers to files that are not in this workspace: {1}', name, files));
    }
  }

  return {
    /** All prompts, each name once. */
    list: store.list,
    /** Suggestions for text after the slash. */
    async suggest(typed: string): Promise<SuggestionView[]> {
      if (/\s/.test(typed)) return [];
      return matchPrompts(await store.list(), typed)
        .slice(0, maximumSuggestions)
        .map(toSuggestion);
    },
    /** Undefined if the text calls no existing prompt. */
    expand,
  };
}

/** Asks whether a workspace prompt may use the clipboard. */
function mayHaveClipboard(prompt: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const detail = t(
    'The workspace prompt /{0} uses the clipboard. Its content is sent to the relay and the model.',
    prompt,
  );
  return confirm('warning', t('Insert the clipboard into your message?'), detail, t('Insert Clipboard'));
}

/** Asks for all inputs of a prompt, one after another; undefined if the person cancels one. */
async function askForInputs(
  prompt: string,
  inputs: readonly PromptInput[],
): Promise<Map<string, string> | undefined> {
  const { t } = vscode.l10n;
  const answers = new Map<string, string>();
  for (const [place, { name, placeholder }] of inputs.entries()) {
    const step = inputs.length > 1 ? ` (${t('{0} of {1}', place + 1, inputs.length)})` : '';
    const answer = await vscode.window.showInputBox({
      title: plainText(`/${prompt}: ${name}${step}`),
      placeHolder: plainText(placeholder),
      // Switching to another file, such as to copy from it, must not discard the earlier answers.
      ignoreFocusOut: true,
    });
    if (answer === undefined) return undefined;
    answers.set(inputKey(name), answer);
  }
  return answers;
}
