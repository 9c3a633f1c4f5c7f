import type { Locator, Page } from 'playwright-core';

interface QuickPickRow {
  readonly label: string;
  /** Beside the label. */
  readonly description: string;
  /** Below the label. */
  readonly detail: string;
}

export interface QuickInput {
  /** The widget itself, for what has no method here. */
  readonly widget: Locator;
  /** Waits until a quick pick or an input box with this title or placeholder is open. */
  waitFor(titleOrPlaceholder: string): Promise<void>;
  /** Waits until none is open. */
  waitUntilClosed(): Promise<void>;
  placeholder(): Promise<string>;
  value(): Promise<string>;
  /** Replaces the text in its box. */
  type(text: string): Promise<void>;
  /** The rows that are on screen: the list is virtual, so a long one shows only its beginning. */
  rows(): Promise<QuickPickRow[]>;
  row(label: string): Locator;
  /** Picks the row with exactly this label, as with the mouse. */
  pick(label: string): Promise<void>;
  /** Presses Enter. */
  accept(): Promise<void>;
  /** Presses Escape. */
  dismiss(): Promise<void>;
  /** The message under an input box; empty when there is none. */
  message(): Promise<string>;
  /** A button of the title bar or the box, by its tooltip. */
  button(name: string): Locator;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function readText(locator: Locator): Promise<string> {
  return (await locator.count()) > 0 ? ((await locator.first().textContent()) ?? '').trim() : '';
}

/** Drives the widget at the top of the window: quick picks, input boxes, the command palette. */
export function createQuickInput(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget');
  const box = widget.locator('.quick-input-box input, .quick-input-box textarea').first();
  const listRows = widget.locator('.quick-input-list .monaco-list-row');
  const row = (label: string) =>
    listRows.filter({
      has: page.locator('.quick-input-list-label .label-name', {
        hasText: new RegExp(`^${escapeForRegExp(label)}$`),
      }),
    });
  return {
    widget,
    row,
    waitFor: async (titleOrPlaceholder) => {
      const titled = widget.locator('.quick-input-title', { hasText: titleOrPlaceholder });
      const holding = widget.getByPlaceholder(titleOrPlaceholder);
      await titled.or(holding).first().waitFor();
    },
    waitUntilClosed: () => widget.waitFor({ state: 'hidden' }),
    placeholder: async () => (await box.getAttribute('placeholder')) ?? '',
    value: () => box.inputValue(),
    type: (text) => box.fill(text),
    rows: async () => {
      await listRows.first().waitFor();
      return await listRows.evaluateAll((elements) =>
        elements.map((element) => {
          const textOf = (selector: string) => element.querySelector(selector)?.textContent?.trim() ?? '';
          return {
            label: textOf('.quick-input-list-label .label-name'),
            description: textOf('.quick-input-list-label .label-description'),
            detail: textOf('.quick-input-list-label-meta'),
          };
        }),
      );
    },
    pick: (label) => row(label).first().click(),
    accept: () => box.press('Enter'),
    dismiss: () => box.press('Escape'),
    message: () => readText(widget.locator('.quick-input-message')),
    button: (name) => widget.getByRole('button', { name }),
  };
}
