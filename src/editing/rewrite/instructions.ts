import * as vscode from 'vscode';
import { plainText } from '../../platform/notifications.ts';
import { bestMatches, toCandidate } from '../../text/fuzzy.ts';

/** Stores the last instructions. */
export type InstructionMemory = Pick<vscode.Memento, 'get' | 'update'>;

interface InstructionQuestion {
  readonly title: () => string;
  /** Fires when the title changed. */
  readonly onDidChangeTitle?: vscode.Event<unknown>;
  readonly value?: string | undefined;
}

const key = 'rewrite.instructions';
const keptInstructions = 20;
const longestKept = 5_000;

interface InstructionItem extends vscode.QuickPickItem {
  readonly instruction: string;
}

/** The person's instructions, and the last ones. */
export type Instructions = ReturnType<typeof createInstructions>;

export function createInstructions(memory: InstructionMemory) {
  const { t } = vscode.l10n;
  /** The unsent text. */
  let draft = '';
  let isOpen = false;

  function read(): readonly string[] {
    const kept = memory.get<unknown>(key);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  }

  async function keep(instruction: string): Promise<void> {
    if (instruction.length > longestKept) return;
    const others = read().filter((each) => each !== instruction);
    await memory.update(key, [instruction, ...others].slice(0, keptInstructions));
  }

  function list(value: string): InstructionItem[] {
    const typed = value.trim();
    const kept = read()
      .filter((each) => each !== typed)
      .map((instruction) => ({
        label: plainText(instruction),
        iconPath: new vscode.ThemeIcon('history'),
        instruction,
      }));
    if (typed === '') return kept;
    const own = {
      label: plainText(typed),
      iconPath: new vscode.ThemeIcon('sparkle'),
      alwaysShow: true,
      instruction: typed,
    };
    return [own, ...kept];
  }

  return {
    /** Asks for an instruction, and offers the last ones. */
    async ask({ title, onDidChangeTitle, value }: InstructionQuestion): Promise<string | undefined> {
      // The command's keybinding also works while the picker is open.
      if (isOpen) return undefined;
      isOpen = true;
      const picker = vscode.window.createQuickPick<InstructionItem>();
      picker.title = title();
      const onTitle = onDidChangeTitle?.(() => {
        picker.title = title();
      });
      picker.placeholder = t('What should the model do with this code?');
      picker.ignoreFocusOut = true;
      picker.value = value ?? draft;
      show();
      function show(): void {
        picker.items = list(picker.value);
        // Otherwise Enter on an empty box would send the last instruction.
        if (picker.value.trim() === '') picker.activeItems = [];
      }
      try {
        const instruction = await new Promise<string | undefined>((resolve) => {
          picker.onDidChangeValue(() => {
            show();
            if (value === undefined) draft = picker.value;
          });
          picker.onDidAccept(() => {
            // The list may not include what was just typed, and the active item may be from the previous list. VS Code
            // identifies it by its index: in the new list, that may be another item, which nobody saw.
            const typed = picker.value.trim();
            const active = picker.activeItems.find(
              (item) => picker.items.includes(item) && isFoundBy(typed, item.instruction),
            );
            const chosen = active?.instruction ?? typed;
            if (chosen === '') return;
            resolve(chosen);
            picker.hide();
          });
          picker.onDidHide(() => resolve(undefined));
          picker.show();
        });
        if (instruction === undefined) return undefined;
        if (value === undefined) draft = '';
        await keep(instruction);
        return instruction;
      } finally {
        isOpen = false;
        onTitle?.dispose();
        picker.dispose();
      }
    },
  };
}

function isFoundBy(typed: string, instruction: string): boolean {
  return instruction === typed || bestMatches(typed, [toCandidate(instruction)], 1).length > 0;
}
