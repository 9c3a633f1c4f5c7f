import type { ImagesHostMessage, ImagesWebviewMessage } from '../../protocol/imagesProtocol.ts';
import { connectHost } from '../ui/host.ts';
import { ImageComposer } from './imageComposer.ts';
import { ImageGallery } from './imageGallery.ts';
import { ImagesApp } from './imagesApp.ts';
import { MaskEditor } from './maskEditor.ts';
import { ImageComparison } from './shownImage.ts';

const host = connectHost<ImagesHostMessage, ImagesWebviewMessage>((message) => app.receive(message));
customElements.define('images-composer', ImageComposer);
customElements.define('images-gallery', ImageGallery);
customElements.define('images-comparison', ImageComparison);
customElements.define('images-mask-editor', MaskEditor);
customElements.define('relay-images', ImagesApp);

const app = document.querySelector<ImagesApp>('relay-images') ?? document.body.appendChild(new ImagesApp());
app.addEventListener('images-message', ({ detail }) => host.send(detail));
void app.updateComplete.then(() => host.send({ type: 'ready' }));
