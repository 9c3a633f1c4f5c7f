import type { FieldName } from '../../../protocol/settingsProtocol.ts';
import { t } from '../../ui/l10n.ts';

export interface FieldWords {
  readonly label: string;
  readonly description: string;
  /** Stands in the empty field while nothing else counts there. */
  readonly example?: string;
}

const words: Readonly<Record<FieldName, () => FieldWords>> = {
  baseAddress: () => ({
    label: t('Base address'),
    description: t('Where your relay is. With or without /v1: both will do.'),
    example: t('for example https://relay.example.com'),
  }),
  'chat.model': () => ({
    label: t('Chat model'),
    description: t('Answers in the chat. Left empty: the first chat model that the relay lists.'),
  }),
  'chat.systemPrompt': () => ({
    label: t('System prompt'),
    description: t('Goes before every conversation: who the model is to be, and how it is to answer.'),
  }),
  'chat.maxOutputTokens': () => ({
    label: t('Maximum output tokens'),
    description: t('How long one answer may get.'),
  }),
  'chat.protocols': () => ({
    label: t('Protocol by model'),
    description: t(
      'Only for models that the relay’s list or their name put into the wrong protocol. A pattern is a model’s id, or has * for any letters, such as my-team/*.',
    ),
  }),
  'speech.model': () => ({
    label: t('Speech model'),
    description: t('Reads aloud. Left empty: the first speech model that the relay lists.'),
  }),
  'speech.voice': () => ({
    label: t('Voice'),
    description: t('Which voice reads aloud. Voices belong to models: another speech model has others.'),
  }),
  'images.model': () => ({
    label: t('Image model'),
    description: t('Makes and changes pictures. Left empty: the first image model that the relay lists.'),
  }),
  'timeouts.connect': () => ({
    label: t('Connecting'),
    description: t('Seconds within which a connection to the relay must stand.'),
  }),
  'timeouts.firstByte': () => ({
    label: t('First byte'),
    description: t('Seconds within which an answer must begin. Long texts and busy models take longer.'),
  }),
  'timeouts.idle': () => ({
    label: t('Silence'),
    description: t('Seconds that an answer may pause once it has begun.'),
  }),
};

export function describeField(name: FieldName): FieldWords {
  return words[name]();
}
