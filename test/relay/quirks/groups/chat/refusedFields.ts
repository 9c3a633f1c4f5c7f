import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import type { Quirk } from '../../quirk.ts';
import { chatCompletionsPath } from './chatCompletions.ts';

/** Every body has these, or may have them without a service's asking who wrote them. */
const usualFields = [
  ...['model', 'messages', 'max_tokens', 'max_completion_tokens', 'stream', 'stream_options'],
  ...['tools', 'tool_choice', 'temperature', 'stop', 'reasoning_effort'],
];

function temperatureOf(body: JsonObject): unknown {
  return body['temperature'] ?? objectOf(body['generationConfig'])['temperature'];
}

/** Fields that a model, or a relay's channel, does not take, in the words of the services. */
export const refusedFieldQuirks = {
  'thinking-refused': {
    does: '400: the model takes no thinking',
    on: /^\/v1\/messages$/,
    refuse: ({ thinking }) =>
      thinking === undefined ? undefined : 'thinking: Extra inputs are not permitted',
  },
  'output-config-refused': {
    does: '400: the relay takes no output_config',
    on: /^\/v1\/messages$/,
    refuse: (body) =>
      body['output_config'] === undefined ? undefined : 'output_config: Extra inputs are not permitted',
  },
  'reasoning-effort-refused': {
    does: '400: the model takes no reasoning_effort',
    on: chatCompletionsPath,
    refuse: (body) =>
      body['reasoning_effort'] === undefined
        ? undefined
        : 'Unrecognized request argument supplied: reasoning_effort',
  },
  'thinking-config-refused': {
    does: '400: the model takes no thinkingConfig',
    on: /^\/v1beta\/models\//,
    refuse: ({ generationConfig }) =>
      objectOf(generationConfig)['thinkingConfig'] === undefined
        ? undefined
        : 'Thinking is not supported by this model. Please remove thinking_config from the request.',
  },
  'temperature-refused': {
    does: '400: the model takes no temperature but its own',
    refuse(body) {
      const temperature = temperatureOf(body);
      return temperature === undefined
        ? undefined
        : `Unsupported value: 'temperature' does not support ${String(temperature)} with this model. Only the default (1) value is supported.`;
    },
  },
  'unknown-fields-refused': {
    does: '400: fields that not every service knows',
    on: chatCompletionsPath,
    refuse(body) {
      const unknown = Object.keys(body).find((name) => !usualFields.includes(name));
      return unknown === undefined ? undefined : `Unrecognized request argument supplied: ${unknown}`;
    },
  },
} as const satisfies Record<string, Quirk>;
