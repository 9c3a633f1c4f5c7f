/**
 * Whether an input method takes this key: while it composes, Enter takes its suggestion and Escape drops it. The
 * code is 229 where `isComposing` is already false again for the very key that ended the composition.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
