/** Elements that extend beyond the view, texts that are cut off, and buttons that are too small to hit. */
export const misfits = `[...document.querySelectorAll('body *')].flatMap((element) => {
  if (element.closest('.visually-hidden') || !element.checkVisibility()) return [];
  const { left, right, width, height } = element.getBoundingClientRect();
  const isButton = element.matches('vscode-button, button, select');
  const isCut = element.matches('.facts *, .controls *, .keys td, .notice span') && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  return right > innerWidth + 0.5 || left < -0.5 || isCut || (isButton && (width < 22 || height < 22))
    ? [element.tagName + '.' + element.className + ' ' + [left, right, width, height].map(Math.round)] : [];
})`;
