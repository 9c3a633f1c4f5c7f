import type { Definition, Delete, Emphasis, PhrasingContent, Strong } from 'mdast';
import { boundImage, createElement, createIcon, createParent } from '../ui/dom.ts';
import { t } from '../ui/l10n.ts';
import { drawFormula } from './drawMath.ts';
import { filePathOf } from './filePath.ts';
import { createVisibleText } from './invisible.ts';

/** The context of rendering a node. */
export interface RenderContext {
  /** The text that the tree was parsed from. */
  source: string;
  definition(identifier: string): Definition | undefined;
  /** Whether the current text belongs to a link, which must not look like another link. */
  isInLink?: boolean;
  /** Nesting depth of emphasis at the current text. */
  emphases?: number;
}

/** Deeper emphasis is shown as source. */
const maximumEmphases = 60;

/** The URL if a link may open it, otherwise undefined: only web and mail links. */
function openableAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

const inlinePicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]+$/i;

export function renderInlines(nodes: readonly PhrasingContent[], context: RenderContext): Node[] {
  return nodes.flatMap((node) => renderInline(node, context));
}

function renderInline(node: PhrasingContent, context: RenderContext): Node | Node[] {
  switch (node.type) {
    case 'text':
      return context.isInLink ? createVisibleText(node.value) : document.createTextNode(node.value);
    case 'emphasis':
      return renderEmphasis('em', node, context);
    case 'strong':
      return renderEmphasis('strong', node, context);
    case 'delete':
      return renderEmphasis('del', node, context);
    case 'inlineCode':
      return createElement('code', {}, createVisibleText(node.value));
    case 'inlineMath':
      return drawFormula(node);
    case 'break':
      return createElement('br');
    case 'html':
      return document.createTextNode(node.value);
    case 'link':
      return renderLink(node.url, node.title, renderInlines(node.children, { ...context, isInLink: true }));
    case 'linkReference': {
      const definition = context.definition(node.identifier);
      if (!definition) return renderInlines(node.children, context);
      const children = renderInlines(node.children, { ...context, isInLink: true });
      return renderLink(definition.url, definition.title, children);
    }
    case 'image':
      return renderImage(node.url, node.alt);
    case 'imageReference': {
      const definition = context.definition(node.identifier);
      return definition ? renderImage(definition.url, node.alt) : document.createTextNode(node.alt ?? '');
    }
    case 'footnoteReference':
      return createElement(
        'sup',
        {},
        createElement(
          'a',
          {
            class: 'footnote-reference',
            role: 'link',
            tabindex: '0',
            'data-footnote': node.identifier,
            'aria-label': t('Footnote {0}', node.label ?? node.identifier),
          },
          node.label ?? node.identifier,
        ),
      );
  }
}

function renderEmphasis(
  tag: 'em' | 'strong' | 'del',
  { children, position }: Emphasis | Strong | Delete,
  context: RenderContext,
): Node {
  const emphases = (context.emphases ?? 0) + 1;
  if (emphases <= maximumEmphases) {
    return createParent(tag, {}, renderInlines(children, { ...context, emphases }));
  }
  return createVisibleText(context.source.slice(position?.start.offset, position?.end.offset));
}

/**
 * A link has its URL as data and no `href`: clicking, middle-clicking or dragging it does not open anything by itself.
 * A link that can't be opened is shown as text, with its URL.
 */
function renderLink(address: string, title: string | null | undefined, children: Node[]): Node[] {
  const href = openableAddress(address) ?? filePathOf(address);
  if (href !== undefined) {
    const tooltip = title ? `${title}\n${href}` : href;
    return [createParent('a', { role: 'link', tabindex: '0', 'data-href': href, title: tooltip }, children)];
  }
  const shown = children.map((child) => child.textContent).join('');
  if (address === '' || shown === address) return children;
  return [...children, createVisibleText(` (${address})`)];
}

/** A remote image would reveal the reader to its server: it is shown as text, with a link to open it. */
function renderImage(address: string, alt: string | null | undefined): Node {
  const chip = createElement('span', { class: 'picture' }, createIcon('file-media'), alt || t('Image'));
  if (inlinePicture.test(address)) {
    const image = createElement('img', { src: address, alt: alt ?? '' });
    boundImage(image, () => image.replaceWith(chip));
    return image;
  }
  const href = openableAddress(address) ?? filePathOf(address);
  if (href === undefined) {
    if (!address.startsWith('data:')) chip.append(createVisibleText(` (${address})`));
    return chip;
  }
  chip.append(
    ' ',
    createElement(
      'a',
      { role: 'link', tabindex: '0', 'data-href': href, title: href },
      URL.parse(href)?.host || href,
    ),
  );
  return chip;
}
