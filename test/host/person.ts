import * as vscode from 'vscode';

/** A message or question, as it was shown. */
interface Told {
  readonly text: string;
  readonly detail?: string;
}

/** Answers VS Code's messages in place of the person, whom an editor under test does not have. */
export interface Person {
  /** All that was shown since the last `takeTold`, in order. */
  takeTold(): readonly Told[];
  /** Presses this button on the next message or question; without it, they are closed. */
  willPress(button: string): void;
  leave(): void;
}

type Words = string | vscode.MessageOptions;

export function attendMessages(): Person {
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const presses: string[] = [];
  let told: Told[] = [];
  const show = async (text: string, ...others: readonly Words[]) => {
    const [options] = others;
    const detail = typeof options === 'object' ? options.detail : undefined;
    told.push({ text, ...(detail !== undefined && { detail }) });
    return presses.shift();
  };
  Object.assign(vscode.window, { showInformationMessage: show, showWarningMessage: show });
  return {
    takeTold() {
      const taken = told;
      told = [];
      return taken;
    },
    willPress: (button) => void presses.push(button),
    leave: () => void Object.assign(vscode.window, { showInformationMessage, showWarningMessage }),
  };
}

/** A person who attends the messages of each of a suite's tests. */
export function usePerson(): Omit<Person, 'leave'> {
  let person: Person;
  beforeEach(() => {
    person = attendMessages();
  });
  afterEach(() => person.leave());
  return { takeTold: () => person.takeTold(), willPress: (button) => person.willPress(button) };
}
