import type { FieldName } from '../../../protocol/settingsProtocol.ts';
import { t } from '../../ui/l10n.ts';

export interface FieldWords {
  readonly label: string;
  readonly description: string;
  /** Stands in the empty field while nothing else counts there. */
  readonly example?: string;
}

const words: Readonly<Record<FieldName, () => FieldWords>> = {
  baseUrl: () => ({
    label: t('Base URL'),
    description: t('Base URL of the relay. A trailing /v1 is optional.'),
    example: t('for example https://relay.example.com'),
  }),
  'chat.model': () => ({
    label: t('Chat model'),
    description: t('Used for chat. If empty, the first chat model the relay lists.'),
  }),
  'chat.systemPrompt': () => ({
    label: t('System prompt'),
    description: t('Instructions sent before every conversation, such as the model’s role and style.'),
  }),
  'chat.maxOutputTokens': () => ({
    label: t('Maximum output tokens'),
    description: t('Maximum number of tokens per response.'),
  }),
  'chat.protocols': () => ({
    label: t('Protocols by model'),
    description: t(
      'Only needed for models whose protocol is not detected correctly. Enter a model ID, or a pattern in which * stands for any characters, such as my-team/*.',
    ),
  }),
  'speech.model': () => ({
    label: t('Speech model'),
    description: t('Used to read aloud. If empty, the first speech model the relay lists.'),
  }),
  'speech.voice': () => ({
    label: t('Voice'),
    description: t('Used to read aloud. Each speech model has its own voices.'),
  }),
  'images.model': () => ({
    label: t('Image model'),
    description: t('Used to generate and edit images. If empty, the first image model the relay lists.'),
  }),
  'timeouts.connect': () => ({
    label: t('Connection'),
    description: t('Seconds before a connection attempt times out.'),
  }),
  'timeouts.firstByte': () => ({
    label: t('First byte'),
    description: t(
      'Seconds before a request without any response times out. Long texts and busy models need more.',
    ),
  }),
  'timeouts.idle': () => ({
    label: t('Idle'),
    description: t('Seconds without data before a streaming response times out.'),
  }),
};

export function describeField(name: FieldName): FieldWords {
  return words[name]();
}
