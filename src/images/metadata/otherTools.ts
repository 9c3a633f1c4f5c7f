import { type Fields, isFields, parseJson } from '../../relay/json.ts';
import { cleanText, type ImageSettings, longestPrompt } from './imageSettings.ts';

/**
 * Readers for the settings of Stable Diffusion web UI, ComfyUI and InvokeAI, by the keywords of the texts that these
 * write into PNG files; undefined for any other text.
 */
export const foreignReaders: Readonly<Record<string, (text: string) => ImageSettings | undefined>> = {
  parameters: readWebUi,
  prompt: (text) => readComfyUi(parseJson(text)),
  invokeai_metadata: (text) => readInvokeAi(parseJson(text)),
};

function create(prompt: unknown, model: unknown, size: unknown): ImageSettings | undefined {
  if (typeof prompt !== 'string' || prompt.trim() === '') return undefined;
  const isSize = typeof size === 'string' && /^\d{2,5}x\d{2,5}$/.test(size);
  return {
    prompt: cleanText(prompt, longestPrompt),
    ...(typeof model === 'string' && model.trim() !== '' && { model: cleanText(model) }),
    parameters: isSize ? { size } : {},
    parentIds: [],
  };
}

/** The lines of the prompt, the negative prompt, then one line of `Name: value` pairs. */
function readWebUi(text: string): ImageSettings | undefined {
  const lines = text
    .slice(0, 2 * longestPrompt)
    .trim()
    .split('\n');
  const hasValues = /^Steps: \d/.test(lines.at(-1) ?? '');
  const values = hasValues ? readPairs(lines.pop() ?? '') : new Map<string, string>();
  const unwanted = lines.findIndex((line) => /^Negative prompt: /.test(line));
  const prompt = lines.slice(0, unwanted < 0 ? undefined : unwanted).join('\n');
  return create(prompt, values.get('model'), values.get('size'));
}

function readPairs(line: string): ReadonlyMap<string, string> {
  return new Map(
    line.split(/, (?=[A-Z][\w ]{0,40}: )/).flatMap((pair) => {
      const at = pair.indexOf(': ');
      return at < 0 ? [] : [[pair.slice(0, at).toLowerCase(), pair.slice(at + 2)] as const];
    }),
  );
}

const mostNodes = 2_000;
const deepestLink = 12;

/** A graph of nodes; the prompt is the text linked to a sampler's `positive` input. */
function readComfyUi(graph: unknown): ImageSettings | undefined {
  if (!isFields(graph)) return undefined;
  const inputs = new Map(
    Object.entries(graph)
      .slice(0, mostNodes)
      .flatMap(([id, node]) =>
        isFields(node) && isFields(node['inputs']) ? [[id, node['inputs']] as const] : [],
      ),
  );
  const all = [...inputs.values()];
  const sampler = all.find((each) => Array.isArray(each['positive']));
  const prompt = sampler ? findText(inputs, sampler['positive'], 0) : all.find(hasText)?.['text'];
  const model = all
    .map((each) => each['ckpt_name'] ?? each['unet_name'])
    .find((each) => typeof each === 'string');
  const latent = all.find((each) => typeof each['width'] === 'number' && typeof each['height'] === 'number');
  return create(prompt, model, latent && `${latent['width']}x${latent['height']}`);
}

function hasText(inputs: Fields): boolean {
  return typeof inputs['text'] === 'string';
}

/** Follows a link, `[node, output]`, to a text. */
function findText(nodes: ReadonlyMap<string, Fields>, link: unknown, depth: number): string | undefined {
  if (typeof link === 'string') return link;
  const inputs = Array.isArray(link) && depth < deepestLink ? nodes.get(String(link[0])) : undefined;
  for (const name of ['text', 'prompt', 'value', 'string', 'conditioning', 'positive']) {
    // Follow only one link: trying all of them would take forever in a malicious graph.
    if (inputs?.[name] !== undefined) return findText(nodes, inputs[name], depth + 1);
  }
  return undefined;
}

function readInvokeAi(found: unknown): ImageSettings | undefined {
  if (!isFields(found)) return undefined;
  const { positive_prompt: prompt, model, width, height } = found;
  const named = isFields(model) ? (model['name'] ?? model['model_name']) : model;
  return create(prompt, named, `${width}x${height}`);
}
