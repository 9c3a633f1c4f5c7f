import type { Frame, Locator } from 'playwright-core';
import { commands } from '../../../src/manifest.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { driveChat } from './drivers/chatDriver.ts';
import { type Editor, type EditorOptions, type EditorWindow, openEditor } from './editor.ts';
import { waitUntil } from './waitUntil.ts';

/** What a suite's hooks and tests use. */
export interface UsedEditor {
  /** A new relay at the same address after `startAnew`. */
  readonly relay: ReferenceRelay;
  readonly editor: Editor;
}

export interface RelayEditor extends UsedEditor {
  /** Closes what is open in the editor, starts an empty chat, and replaces the relay. */
  startAnew(): Promise<void>;
  close(): Promise<void>;
}

export interface RelayEditorOptions extends EditorOptions {
  /** Connects by the environment's variables with the good key, as containers do. */
  readonly connectByEnvironment?: boolean;
}

/** An editor with the extension, and a reference relay beside it. Suites call `useEditor`. */
export async function openRelayEditor(options: RelayEditorOptions = {}): Promise<RelayEditor> {
  const { connectByEnvironment = false, ...editorOptions } = options;
  let relay = await startReferenceRelay();
  const connection = { MODEL_RELAY_BASE_URL: relay.baseUrl, MODEL_RELAY_API_KEY: relay.keys.good };
  const editor = await openEditor({
    ...editorOptions,
    // Titles would add requests to those that tests count.
    settings: { 'modelRelay.chat.generateTitles': false, ...editorOptions.settings },
    env: { ...(connectByEnvironment && connection), ...editorOptions.env },
  });
  if (connectByEnvironment && editorOptions.trust === false) await agreeToEnvironment(editor);
  return {
    get relay() {
      return relay;
    },
    editor,
    async startAnew() {
      await relay.close();
      relay = await startReferenceRelay({ port: Number(new URL(relay.baseUrl).port) });
      await editor.execute('workbench.action.closeAllEditors');
      await editor.execute('workbench.action.closePanel');
      await editor.execute('notifications.clearAll');
      await openNewChat(editor);
    },
    async close() {
      await editor.close();
      await relay.close();
    },
  };
}

/** Agrees to the environment's variables: in Restricted Mode, the workspace may have set them. */
async function agreeToEnvironment(editor: Editor): Promise<void> {
  await editor.runCommand('Model Relay: Connect to Relay…');
  const question = editor.dialog('may have set MODEL_RELAY_BASE_URL');
  await question.getByRole('button', { name: 'Use Relay' }).click();
  await question.waitFor({ state: 'detached' });
  // The chat then opens by itself; a click on its icon at that moment would close it again.
  await editor.page.waitForFunction(() => document.activeElement?.localName === 'iframe');
}

/** Waits until the box closes and the chat takes the focus, which would close anything opened earlier. */
export async function waitUntilConnected({ quickInput, page }: Editor): Promise<void> {
  await quickInput.waitUntilClosed();
  await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
}

/** Opens the chat and returns its page. */
export async function openChat(editor: EditorWindow): Promise<Frame> {
  await editor.openViewContainer('Model Relay');
  const chat = await editor.webviewFrame('relay-chat textarea');
  await chat.locator('textarea').waitFor();
  return chat;
}

/** Starts an empty conversation, and returns when its input has the focus. */
export async function openNewChat(editor: EditorWindow): Promise<Frame> {
  // Text typed before the new chat is there would go to the old one.
  await editor.execute(commands.newChat);
  // The chat opens by itself: a click on its icon at that moment would close it again, or take the focus.
  const chat = await editor.webviewFrame('relay-chat textarea');
  await chat.locator('.welcome').waitFor();
  await driveChat(chat).waitUntilFocused();
  return chat;
}

/** Waits until the chat is also shown in another place, and returns its page there. */
export function findOtherChat({ page }: EditorWindow, known: Frame): Promise<Frame> {
  return waitUntil('the chat to be in another place', async () => {
    for (const frame of page.frames()) {
      const inputs = await frame
        .locator('relay-chat textarea')
        .count()
        .catch(() => 0);
      if (frame !== known && inputs > 0) return frame;
    }
    return undefined;
  });
}

/** The turn at this index of the conversation. Only the turns around the visible ones are in the page. */
export function turnAt(chat: Frame, place: number): Locator {
  return chat.locator(`chat-turn[data-place="${place}"]`);
}
