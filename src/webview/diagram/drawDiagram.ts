import { createElement } from '../ui/dom.ts';

const maximumEdges = 400;

/** Maximum side of the image, whatever the diagram specifies. */
const maximumSide = 20_000;

export type DiagramTheme = 'light' | 'dark' | 'highContrast';

/** A drawn diagram: nothing in an image can run, load or be clicked. */
export interface DrawnDiagram {
  readonly picture: HTMLImageElement;
  readonly width: number;
  readonly height: number;
}

/** The global of the Mermaid script; only the members used here. */
declare const mermaid: {
  initialize(configuration: object): void;
  /** Rejects with the error of its parser. It renders into `container` to measure. */
  render(id: string, source: string, container: Element): Promise<{ readonly svg: string }>;
};

/** Settings that the text of a diagram must not override: security, limits and appearance. */
const secured =
  'secure securityLevel startOnLoad maxTextSize maxEdges suppressErrorRendering htmlLabels theme themeCSS themeVariables fontFamily altFontFamily dompurifyConfig logLevel look'.split(
    ' ',
  );

let count = 0;

/** Draws a diagram. Rejects with the error of Mermaid's parser. */
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
  // Another drawing may begin before this one ends.
  const id = `diagram-${++count}`;
  // Invisible, but laid out: Mermaid measures labels in it.
  const workshop = createElement('div', { class: 'workshop', 'aria-hidden': 'true' });
  document.body.append(workshop);
  try {
    const { svg } = await mermaid.render(id, source, workshop);
    return await makePicture(svg);
  } finally {
    workshop.remove();
    // Mermaid leaves its elements behind when it fails.
    document.getElementById(id)?.remove();
    document.getElementById(`d${id}`)?.remove();
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

/** Gives the image its own size: Mermaid writes one that fills the page. */
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
