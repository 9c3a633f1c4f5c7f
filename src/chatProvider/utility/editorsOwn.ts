/** VS Code itself, what comes built in with it, and its own chat, which is an extension. */
const editorsOwn = /^(core$|vscode\.|github\.copilot(-chat)?$)/i;

/** Whether a request comes from VS Code's own chat and agent, and not from another extension. */
export function isEditorsOwn(initiator: string): boolean {
  return editorsOwn.test(initiator);
}
