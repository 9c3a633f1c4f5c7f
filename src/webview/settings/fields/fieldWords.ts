import type { FieldName } from '../../../protocol/settingsProtocol.ts';
import { t } from '../../ui/l10n.ts';

interface FieldWords {
  readonly label: string;
  readonly description: string;
  /** The usual size of the text; with `lines`, the field grows with its lines. */
  readonly size: 'number' | 'name' | 'address' | 'lines';
  /** Placeholder of the empty field if no other value applies. */
  readonly example?: string;
}

const words: Readonly<Record<FieldName, () => FieldWords>> = {
  baseUrl: () => ({
    label: t('Base URL'),
    description: t('Base URL of the relay. A trailing /v1 is optional.'),
    size: 'address',
    example: t('for example https://relay.example.com'),
  }),
  'chat.model': () => ({
    label: t('Chat model'),
    description: t('Used for chat. If empty, the first chat model the relay lists.'),
    size: 'name',
  }),
  'chat.systemPrompt': () => ({
    label: t('System prompt'),
    description: t('System prompt sent with every conversation, such as the model’s role and style.'),
    size: 'lines',
  }),
  'chat.maxOutputTokens': () => ({
    label: t('Maximum output tokens'),
    description: t('Maximum number of tokens per response.'),
    size: 'number',
  }),
  'speech.model': () => ({
    label: t('Speech model'),
    description: t('Used to read aloud. If empty, the first speech model the relay lists.'),
    size: 'name',
  }),
  'speech.voice': () => ({
    label: t('Voice'),
    description: t('Used to read aloud. Each speech model has its own voices.'),
    size: 'name',
  }),
  'images.model': () => ({
    label: t('Image model'),
    description: t('Used to generate and edit images. If empty, the first image model the relay lists.'),
    size: 'name',
  }),
  'timeouts.connect': () => ({
    label: t('Connection'),
    description: t('Seconds before a connection attempt times out.'),
    size: 'number',
  }),
  'timeouts.firstByte': () => ({
    label: t('First byte'),
    description: t('Seconds to wait for the first byte of a response. Long texts and busy models need more.'),
    size: 'number',
  }),
  'timeouts.idle': () => ({
    label: t('Idle'),
    description: t('Seconds without data before a streaming response times out.'),
    size: 'number',
  }),
};

export function describeField(name: FieldName): FieldWords {
  return words[name]();
}
