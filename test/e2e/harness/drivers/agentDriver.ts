import type { Page } from 'playwright-core';
import type { Editor, EditorWindow } from '../editor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';
import { clickInActionList } from '../workbench/actionList.ts';

export type AgentDriver = ReturnType<typeof driveAgent>;

/** Keeps VS Code and us from asking a model for titles and the like, which would add requests. */
export const withoutUtilityModels = {
  'chat.utilityModel': 'nobody/nothing',
  'chat.utilitySmallModel': 'nobody/nothing',
};

/** How long the list of models may take to appear before it is opened again. */
const choosingMs = 12_000;
/** The same for VS Code's page of all models, which may have to start its chat first. */
const listingMs = 40_000;

/**
 * VS Code keeps its own chat switched off until somebody signs in to it, or until its list of models was opened once. Our
 * command does that for the person.
 */
export async function startBuiltInChat(editor: Editor): Promise<AgentDriver> {
  const { page, runCommand } = editor;
  const model = page.locator('.ai-models-management-editor .models-model-row').first();
  await waitUntil(
    'VS Code’s list of models',
    async () => {
      await runCommand('Model Relay: Use Relay Models in VS Code Chat');
      // The list may stay empty while the chat starts, so the command runs again, as a person would run it.
      return model.waitFor({ timeout: listingMs }).then(
        () => true,
        () => undefined,
      );
    },
    3 * listingMs,
  );
  await runCommand('View: Close All Editors');
  const agent = await openBuiltInChat(editor);
  await waitUntilReady(editor);
  return agent;
}

/** Opens the chat view if it is not open yet. */
export async function openBuiltInChat({ page, runCommand }: EditorWindow): Promise<AgentDriver> {
  const agent = driveAgent(page);
  await runCommand('workbench.action.chat.open');
  await agent.modelButton.waitFor();
  return agent;
}

/** Until its chat knows models that need no sign-in, VS Code asks the person to sign in instead of asking a model. */
async function waitUntilReady({ readLogs }: Editor): Promise<void> {
  await waitUntil(
    'the chat to be ready',
    async () => (await readLogs()).includes('BYOK models available'),
    2 * patienceMs,
  );
}

/** What a person does in VS Code's own chat, which is an agent. */
function driveAgent(page: Page) {
  const view = page.locator('.interactive-session').first();
  const input = view.locator('.chat-input-container').locator('.native-edit-context, textarea').first();
  /** The button that opens the models; it shows the chosen one. */
  const modelButton = view.getByRole('button', { name: /^Models, / });
  const models = page.locator('.action-widget');
  const modelSearch = models.getByPlaceholder('Search models');
  const modelRows = models.locator('.monaco-list-row');
  // The order of the rows in the DOM is not their order on the screen.
  const lastRow = view.locator('.interactive-list .monaco-list-row[data-last-element="true"]');
  /** The last response, complete or streaming. */
  const lastAnswer = lastRow.locator('.interactive-response');
  const stopButton = view.locator('.chat-execute-toolbar .codicon-stop-circle');

  /** The index of the last response in the conversation; -1 while there is none. */
  const lastPlace = () =>
    lastAnswer.evaluateAll((found) =>
      Number(found.at(-1)?.closest('.monaco-list-row')?.getAttribute('data-index') ?? -1),
    );
  /** Escape empties the search first in some editors, and closes the list in others. */
  const closeModels = () =>
    waitUntil('the list of models to close', async () => {
      if (!(await modelSearch.isVisible())) return true;
      await page.keyboard.press('Escape');
      return undefined;
    });
  /** Opens the models, by their button or by their key, and narrows them down to a name. */
  const searchModels = async (name: string, by: 'mouse' | 'keyboard' = 'mouse') => {
    await waitUntil(`a model "${name}" in the list`, async () => {
      if (by === 'mouse') await modelButton.click();
      else {
        await input.focus();
        await page.keyboard.press('ControlOrMeta+Alt+.');
      }
      try {
        // By keyboard, a person reaches the search box only if it has the focus.
        await modelSearch.and(page.locator(':focus')).waitFor({ timeout: choosingMs });
        await modelSearch.fill(name, { timeout: choosingMs });
        await modelRows.filter({ hasText: name }).first().waitFor({ timeout: choosingMs });
        return true;
      } catch {
        // The list closes while the view still changes its layout, so it is opened again, as a person would do.
        await closeModels();
        return undefined;
      }
    });
  };
  /** Types a text and sends it, and waits until its response is the last one. */
  const send = async (text: string) => {
    const before = await lastPlace();
    await input.focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
    await waitUntil('the answer to begin', async () => (await lastPlace()) > before);
  };
  const waitUntilEnded = async () => {
    // The element is attached before it is visible.
    await lastAnswer.locator('.chat-response-completed-at').waitFor({ state: 'attached' });
    await stopButton.waitFor({ state: 'detached' });
  };
  return {
    input,
    modelButton,
    stopButton,
    lastAnswer,
    searchModels,
    chooseModel: async (name: string, by: 'mouse' | 'keyboard' = 'mouse') => {
      const chosen = modelButton.filter({ hasText: name });
      await waitUntil(`the model "${name}" to be chosen`, async () => {
        if (await chosen.isVisible()) return true;
        await searchModels(name, by);
        if (by === 'keyboard') await page.keyboard.press('Enter');
        else await clickInActionList(modelRows.filter({ hasText: name }).first()).catch(() => {});
        await chosen.waitFor({ timeout: choosingMs }).catch(closeModels);
        return undefined;
      });
    },
    /** Empties the view. */
    newChat: async () => {
      // An empty chat would be replaced by another one, at a moment that can't be observed.
      if ((await lastRow.count()) === 0) return;
      await page
        .locator('.part.auxiliarybar')
        .getByRole('button', { name: /^New Chat/ })
        .first()
        .click();
      await lastRow.waitFor({ state: 'detached' });
    },
    send,
    /** Sends a text, and waits until its response has ended, however. */
    ask: async (text: string) => {
      await send(text);
      await waitUntilEnded();
    },
    waitUntilEnded,
    /** Accepts what the agent changed. */
    keepAll: async () => {
      const keep = view.locator('.chat-editing-session').getByRole('button', { name: 'Keep' });
      await keep.click();
      await keep.waitFor({ state: 'hidden' });
    },
  };
}
