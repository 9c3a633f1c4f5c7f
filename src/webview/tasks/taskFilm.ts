import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { TaskResultFile } from '../../protocol/taskRecord.ts';
import { drawPicture } from '../ui/drawPicture.ts';
import { toBase64 } from '../ui/droppedFiles.ts';
import { formatSeconds, t } from '../ui/l10n.ts';
import { on } from '../ui/listeners.ts';
import { fileAddress, formatBytes, formatPixels } from '../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { renderRemark } from '../ui/remark.ts';
import { announce, emitMessage } from './tasksEvents.ts';

/** The longer side of a poster, in pixels. */
const posterSide = 480;

/** Facts about the host that the page needs to show a video. */
export interface FilmPlace {
  /** Base URL of the store's folder. */
  readonly folder: string;
  readonly isBrowser: boolean;
  readonly isLocal: boolean;
}

/** A result file of a task: a player, playback problems, and actions. */
export class TaskFilm extends PageElement {
  static override readonly properties = drawnProperties(
    'task',
    'name',
    'result',
    'poster',
    'place',
    'broken',
  );

  /** The task's ID. */
  declare task: string;
  declare name: string;
  declare result: TaskResultFile;
  /** The file with its first frame; undefined until that was drawn, '' if there is none. */
  declare poster: string | undefined;
  declare place: FilmPlace;
  /** Whether the player failed. */
  broken = false;

  /** Delays before a file that could not be loaded is loaded again. */
  readonly #delaysMs = [500, 2_000];

  protected override render(): TemplateResult {
    const { result, place } = this;
    const { mediaType, file } = result;
    const address = fileAddress(place.folder, file);
    return html`
      ${this.#renderMedia(address)}
      ${renderRemark('warning', this.#remark())}
      ${renderRemark('warning', result.isCutShort && t('The file is incomplete, but the server has no more data.'))}
      <p class="quiet file-facts">${describeFile(result)}</p>
      <div class="card-actions">
        ${
          place.isLocal
            ? html`${this.#renderButton(t('Open in Default Player'), 'openInPlayer')} ${this.#renderButton(t('Open Containing Folder'), 'reveal')}`
            : nothing
        }
        ${this.#renderButton(t('Save to Workspace'), 'save')}
        ${
          mediaType.startsWith('image/')
            ? html`<vscode-button secondary @click=${on((button) => emitMessage(button, { type: 'openImages' }))}
                >${t('Open Images')}</vscode-button
              >`
            : nothing
        }
      </div>
    `;
  }

  #renderButton(label: string, type: 'openInPlayer' | 'reveal' | 'save'): TemplateResult {
    const { task, result } = this;
    return html`<vscode-button
      secondary
      @click=${on((button) => emitMessage(button, { type, id: task, file: result.file }))}
      >${label}</vscode-button
    >`;
  }

  /** The image or the player. A video with a known first frame loads nothing until it is played. */
  #renderMedia(address: string): TemplateResult | typeof nothing {
    const { result, poster, place, name } = this;
    const { width, height, unplayable = [] } = result.facts ?? {};
    if (result.mediaType.startsWith('image/'))
      return html`<img class="film" src=${address} alt=${name} decoding="async" loading="lazy" />`;
    if (result.mediaType.startsWith('audio/'))
      return html`<audio controls preload="none" src=${address} aria-label=${name}></audio>`;
    // A browser may support more codecs than desktop VS Code.
    if (this.broken || (!place.isBrowser && unplayable.includes('video'))) return nothing;
    return html`<video
      class="film"
      controls
      crossorigin="anonymous"
      preload=${poster ? 'none' : 'metadata'}
      poster=${poster ? fileAddress(place.folder, poster) : nothing}
      width=${width ?? nothing}
      height=${height ?? nothing}
      src=${address}
      aria-label=${name}
      @loadeddata=${({ target }: Event) => this.#onLoaded(target)}
      @error=${({ target }: Event) => this.#onError(target)}
    ></video>`;
  }

  #remark(): string | undefined {
    const { result, place, broken } = this;
    const { unplayable = [], videoCodec, audioCodec } = result.facts ?? {};
    const isUnplayable = unplayable.includes('video') && !place.isBrowser;
    if (isUnplayable && videoCodec)
      return t('VS Code can’t play {0} video. Open it in another player.', videoCodec);
    if (broken || isUnplayable) return t('This video could not be played here. Open it in another player.');
    if (unplayable.includes('audio') && !place.isBrowser)
      return t(
        'This video has {0} audio, which VS Code can’t play. It plays without sound here.',
        audioCodec ?? '',
      );
    return undefined;
  }

  /** Retries first: while VS Code reloads a window, it rejects files with the same error as for unplayable ones. */
  #onError(target: EventTarget | null): void {
    const delayMs = this.#delaysMs.shift();
    if (delayMs !== undefined && target instanceof HTMLVideoElement) {
      setTimeout(() => target.load(), delayMs);
      return;
    }
    this.#giveUp();
  }

  #onLoaded(target: EventTarget | null): void {
    if (!(target instanceof HTMLVideoElement)) return;
    // Of a WebM, whose codecs the host does not read, the player plays the sound alone if it can't decode the picture.
    if (target.videoWidth === 0 && !this.result.facts) this.#giveUp();
    else if (this.poster === undefined) void this.#drawPoster(target);
  }

  #giveUp(): void {
    this.broken = true;
    announce(this, this.#remark() ?? '');
  }

  /** Draws the first frame as a poster and sends it to the host, which stores it. */
  async #drawPoster(target: HTMLVideoElement): Promise<void> {
    const { videoWidth: width, videoHeight: height } = target;
    const scale = Math.min(1, posterSide / Math.max(width, height, 1));
    try {
      const canvas = drawPicture(target, { width, height }, scale);
      const frame = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
      emitMessage(this, { type: 'poster', id: this.task, bytes: await toBase64(frame) });
    } catch {
      // There is no first frame, for example in a video file with only sound.
    }
  }
}

/** A one-line description of a file. */
function describeFile({ bytes, mediaType, facts = { unplayable: [] } }: TaskResultFile): string {
  const { seconds, width, height, videoCodec, audioCodec } = facts;
  return [
    mediaType.replace(/^\w+\//, '').toUpperCase(),
    width && height ? formatPixels({ width, height }) : undefined,
    seconds ? formatSeconds(Math.max(1, Math.round(seconds))) : undefined,
    videoCodec,
    audioCodec,
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ');
}
