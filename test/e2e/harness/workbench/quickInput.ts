import type { Locator, Page } from 'playwright-core';

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function readText(locator: Locator): Promise<string> {
  return (await locator.count()) > 0 ? ((await locator.first().textContent()) ?? '').trim() : '';
}

export type QuickInput = ReturnType<typeof createQuickInput>;

/** Drives the widget at the top of the window: quick picks, input boxes, the command palette. */
export function createQuickInput(page: Page) {
  const widget = page.locator('.quick-input-widget');
  const box = widget.locator('.quick-input-box input, .quick-input-box textarea').first();
  const listRows = widget.locator('.quick-input-list .monaco-list-row');
  const row = (label: string) =>
    listRows.filter({
      has: page.locator('.quick-input-list-label .label-name', {
        hasText: new RegExp(`^${escapeForRegExp(label)}$`),
      }),
    });
  /** Waits until a quick pick or an input box with this title or placeholder is open. */
  const waitFor = (titleOrPlaceholder: string) => {
    const titled = widget.locator('.quick-input-title', { hasText: titleOrPlaceholder });
    return titled.or(widget.getByPlaceholder(titleOrPlaceholder)).first().waitFor();
  };
  return {
    /** The widget itself, for what has no method here. */
    widget,
    row,
    waitFor,
    /** Waits until none is open. */
    waitUntilClosed: () => widget.waitFor({ state: 'hidden' }),
    placeholder: async () => (await box.getAttribute('placeholder')) ?? '',
    value: () => box.inputValue(),
    /** Replaces the text in its box. */
    type: (text: string) => box.fill(text),
    /** The same, and presses Enter; waits first for a box with this title or placeholder, if one is given. */
    async enter(text: string, titleOrPlaceholder?: string): Promise<void> {
      if (titleOrPlaceholder !== undefined) await waitFor(titleOrPlaceholder);
      await box.fill(text);
      await box.press('Enter');
    },
    /** The rows that are on screen: the list is virtual, so a long one shows only its beginning. */
    async rows() {
      await listRows.first().waitFor();
      return await listRows.evaluateAll((elements) =>
        elements.map((element) => {
          const textOf = (selector: string) => element.querySelector(selector)?.textContent?.trim() ?? '';
          return {
            label: textOf('.quick-input-list-label .label-name'),
            /** Beside the label. */
            description: textOf('.quick-input-list-label .label-description'),
            /** Below the label. */
            detail: textOf('.quick-input-list-label-meta'),
          };
        }),
      );
    },
    /** Picks the row with exactly this label, as with the mouse. */
    pick: (label: string) => row(label).first().click(),
    /** Presses Enter. */
    accept: () => box.press('Enter'),
    /** Presses Escape. */
    dismiss: () => box.press('Escape'),
    /** The message under an input box; empty when there is none. */
    message: () => readText(widget.locator('.quick-input-message')),
    /** A button of the title bar or the box, by its tooltip. */
    button: (name: string) => widget.getByRole('button', { name }),
  };
}
