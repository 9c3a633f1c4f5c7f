import { html, nothing, type TemplateResult } from 'lit';
import type { AttachmentView } from '../../protocol/protocolViews.ts';
import { renderIcon } from '../ui/iconButton.ts';
import { formatCompactly, formatNumber, t } from '../ui/l10n.ts';
import { shortenName } from './shownNames.ts';
import { pictureAddress } from './turn/pictureElement.ts';

const icons: Readonly<Record<AttachmentView['kind'], string>> = {
  file: 'file',
  folder: 'folder',
  selection: 'list-selection',
  editors: 'files',
  problems: 'error',
  terminal: 'terminal',
  changes: 'git-compare',
  picture: 'file-media',
};

/** A path may be long, but no system knows a longer one; more is no name. */
const maximumNameLength = 300;

/** What an attachment is called and how much it is: for its tip, and for those who don't see it. */
export function describeAttachment({ name, tokens, scaled }: AttachmentView): readonly string[] {
  const amount = tokens > 0 ? [t('about {0} tokens', formatNumber(tokens))] : [];
  const size = scaled ? [describeScaled(scaled)] : [];
  return [shortenName(name, maximumNameLength), ...size, ...amount];
}

/** How large an image is that is sent smaller than it was. */
export function describeScaled({ width, height, bytes }: NonNullable<AttachmentView['scaled']>): string {
  const kilobytes = formatNumber(Math.ceil(bytes / 1_000));
  return t('scaled to {0} × {1}, {2} KB', formatNumber(width), formatNumber(height), kilobytes);
}

/** What is inside the button of an attachment, of the draft or of a question: its image or icon, name and amount. */
export function renderAttachment(attachment: AttachmentView, pictures: string): TemplateResult {
  const { kind, name, tokens, picture } = attachment;
  const { folder, stem, ending } = splitName(shortenName(name, maximumNameLength));
  return html`${
    picture
      ? html`<img
          class="attachment-picture"
          src=${pictureAddress(pictures, picture.file)}
          alt=""
          loading="lazy"
          decoding="async"
        />`
      : renderIcon(icons[kind])
  }
    <span class="visually-hidden">${describeAttachment(attachment).join(', ')}</span>
    <span class="attachment-name" aria-hidden="true"
      >${folder === '' ? nothing : html`<span class="attachment-folder">${folder}</span>`}<span class="attachment-stem">${stem}</span><span class="attachment-ending">${ending}</span></span>
    ${tokens > 0 ? html`<span class="attachment-tokens" aria-hidden="true">~${formatCompactly(tokens)}</span>` : nothing}`;
}

interface NameParts {
  readonly folder: string;
  readonly stem: string;
  readonly ending: string;
}

/** What is cut first where there is no room is the folder, then the file's name; never its ending and its lines. */
function splitName(name: string): NameParts {
  const start = name.lastIndexOf('/', name.length - 2) + 1;
  const end = name.length - (/(\.[^./\s]{1,10})?(:\d+(-\d+)?)?$/.exec(name)?.[0].length ?? 0);
  return {
    folder: name.slice(0, start),
    stem: name.slice(start, end),
    ending: name.slice(Math.max(start, end)),
  };
}
