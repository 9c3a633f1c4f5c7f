import { createElement } from '../ui/dom.ts';

const maximumEdges = 400;

/** How long an image's sides may be told to be, whatever the diagram says. */
const maximumSide = 20_000;

export type DiagramTheme = 'light' | 'dark' | 'highContrast';

/** A drawn diagram: nothing in an image can run, load or be clicked. */
export interface DrawnDiagram {
  readonly picture: HTMLImageElement;
  readonly width: number;
  readonly height: number;
}

/** The library, as its script leaves it in the page; only what is used of it. */
declare const mermaid: {
  initialize(configuration: object): void;
  /** Rejects with what its parser says. `container` is where it draws while it measures. */
  render(id: string, source: string, container: Element): Promise<{ readonly svg: string }>;
};

/** Settings that a diagram's own text must not change: what it may do, how much, and what it looks like. */
const secured =
  'secure securityLevel startOnLoad maxTextSize maxEdges suppressErrorRendering htmlLabels theme themeCSS themeVariables fontFamily altFontFamily dompurifyConfig logLevel look'.split(
    ' ',
  );

let count = 0;

/** Draws a diagram. Rejects with the words of the library's parser when it can't. */
export async function drawDiagram(source: string, theme: DiagramTheme): Promise<DrawnDiagram> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: secured,
    maxEdges: maximumEdges,
    suppressErrorRendering: true,
    // Labels are SVG text: the image contains no HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    logLevel: 'fatal',
    fontFamily: 'system-ui, sans-serif',
    ...lookOf(theme),
  });
  count += 1;
  // Invisible, but laid out: Mermaid measures labels in it.
  const workshop = createElement('div', { class: 'workshop', 'aria-hidden': 'true' });
  document.body.append(workshop);
  try {
    const { svg } = await mermaid.render(`diagram-${count}`, source, workshop);
    return await makePicture(svg);
  } finally {
    workshop.remove();
    // Mermaid leaves its elements behind when it fails.
    document.getElementById(`diagram-${count}`)?.remove();
    document.getElementById(`ddiagram-${count}`)?.remove();
  }
}

async function makePicture(svg: string): Promise<DrawnDiagram> {
  const { width, height } = sizeOf(svg);
  const sized = svg.replace(/<svg\b[^>]*>/, (tag) => withSize(tag, width, height));
  const picture = createElement('img', {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`,
    alt: '',
  });
  await picture.decode();
  return { picture, width, height };
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, box = ''] = /<svg\b[^>]*\bviewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width = Number.NaN, height = Number.NaN] = box.split(/[\s,]+/).map(Number);
  const side = (length: number) => (length > 0 ? Math.min(length, maximumSide) : 300);
  return { width: side(width), height: side(height) };
}

/** An image of its own needs a size of its own: the library writes one that fills the page. */
function withSize(tag: string, width: number, height: number): string {
  const bare = tag.replace(/\s(?:width|height|style)="[^"]*"/g, '');
  return bare.replace('<svg', `<svg width="${width}" height="${height}"`);
}

function lookOf(theme: DiagramTheme): object {
  if (theme !== 'highContrast') return { theme: theme === 'dark' ? 'dark' : 'default' };
  const style = getComputedStyle(document.body);
  const colour = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const background = colour('--vscode-editor-background', '#000000');
  const foreground = colour('--vscode-editor-foreground', '#ffffff');
  const border = colour('--vscode-contrastBorder', foreground);
  const paint = (names: string, value: string) =>
    Object.fromEntries(names.split(' ').map((name) => [name, value]));
  return {
    theme: 'base',
    themeVariables: {
      ...paint(
        'background primaryColor secondaryColor tertiaryColor mainBkg noteBkgColor edgeLabelBackground',
        background,
      ),
      ...paint(
        'primaryTextColor secondaryTextColor tertiaryTextColor textColor lineColor noteTextColor',
        foreground,
      ),
      ...paint(
        'primaryBorderColor secondaryBorderColor tertiaryBorderColor nodeBorder noteBorderColor',
        border,
      ),
    },
  };
}
