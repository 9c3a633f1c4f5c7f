/** What programmers write short and say long. */
const longForms: Readonly<Record<string, string>> = {
  a11y: 'accessibility',
  addr: 'address',
  arg: 'argument',
  args: 'arguments',
  argc: 'argument count',
  argv: 'argument values',
  arr: 'array',
  async: 'asynchronous',
  attr: 'attribute',
  attrs: 'attributes',
  bg: 'background',
  bool: 'boolean',
  btn: 'button',
  buf: 'buffer',
  cb: 'callback',
  cfg: 'config',
  cmd: 'command',
  cnt: 'count',
  col: 'column',
  concat: 'concatenate',
  conn: 'connection',
  ctrl: 'control',
  ctx: 'context',
  cur: 'current',
  curr: 'current',
  db: 'database',
  dest: 'destination',
  dir: 'directory',
  dirs: 'directories',
  dst: 'destination',
  el: 'element',
  elem: 'element',
  enum: 'enum',
  env: 'environment',
  eq: 'equal',
  err: 'error',
  errs: 'errors',
  evt: 'event',
  fg: 'foreground',
  fmt: 'format',
  fn: 'function',
  func: 'function',
  i18n: 'internationalization',
  idx: 'index',
  img: 'image',
  impl: 'implementation',
  k8s: 'kubernetes',
  l10n: 'localization',
  len: 'length',
  lhs: 'left-hand side',
  msg: 'message',
  msgs: 'messages',
  ms: 'milliseconds',
  num: 'number',
  nums: 'numbers',
  obj: 'object',
  param: 'parameter',
  params: 'parameters',
  pkg: 'package',
  pos: 'position',
  prev: 'previous',
  prop: 'property',
  props: 'properties',
  ptr: 'pointer',
  qty: 'quantity',
  req: 'request',
  resp: 'response',
  ret: 'return',
  rhs: 'right-hand side',
  src: 'source',
  std: 'standard',
  stderr: 'standard error',
  stdin: 'standard in',
  stdout: 'standard out',
  str: 'string',
  strs: 'strings',
  tbl: 'table',
  temp: 'temporary',
  tmp: 'temporary',
  uint: 'unsigned int',
  usr: 'user',
  val: 'value',
  vals: 'values',
};

const byShortForm = new Map(Object.entries(longForms));

/** Said by their letters, in whatever case they are written. */
const spelled = new Set(
  [
    'api apis aws cd cdn ci cjs cli cpu cpus crlf css csv dns dom dto ffi ftp gb gcp gif gpu gpus gui hsl html http https',
    'ide io ip ipv jpg js jsx jwt kb lf llm lru mb md mdx mjs mp npm ns os pdf php png pr ps rgb rgba rpc rtf',
    'sdk sdks sha smtp sql sse ssh ssl svg tb tcp tls toc ts tsx ttl ttf tts txt udp ui uid ul uri uris url urls utc utf',
    'uuid ux vm vscode wss www xhr xml xss yml',
  ]
    .join(' ')
    .split(' '),
);

/** Capitals that are said as a word all the same. */
const pronounced = new Set(
  'json yaml toml ram rom ascii ajax crud rest saml wasm cors gnu jpeg todo nan ok id ids crypto'.split(' '),
);

/** What people call things whatever their capitals: split, they would only look odd. */
export const brands: ReadonlySet<string> = new Set(
  [
    'JavaScript TypeScript GitHub GitLab BitBucket OpenAI DeepSeek ChatGPT PostgreSQL MySQL SQLite MongoDB GraphQL',
    'macOS iOS iPadOS iPhone iPad YouTube LinkedIn PowerShell PowerPoint JetBrains IntelliJ PyCharm WebStorm NumPy',
    'PyTorch TensorFlow FastAPI DevOps WebGL WebSocket WebSockets OAuth LaTeX FreeBSD OpenBSD OpenSSL WiFi eBay',
    'CoffeeScript ActionScript VSCode DevTools CloudFlare DockerHub McDonald MacBook AppleScript Vue.js Node.js Next.js',
    'Express.js Three.js D3.js',
  ]
    .join(' ')
    .split(' '),
);

/** One part of a name as it is said. */
export function sayPart(part: string, isAllCapitals: boolean): string {
  const lowerCase = part.toLowerCase();
  const longForm = byShortForm.get(lowerCase);
  if (longForm !== undefined) return longForm;
  if (lowerCase === 'vscode') return 'V S code';
  if (spelled.has(lowerCase)) return spell(part);
  if (part.length < 2 || !/^\p{Lu}+s?$/u.test(part) || pronounced.has(lowerCase)) return lowerCase;
  // MAX_RETRIES are words, but HTTPServer begins with letters; what has no vowel is letters anywhere.
  const isWord = isAllCapitals ? /[AEIOUY]/.test(part) : part.length > 5;
  return isWord || !/^[A-Z]+s?$/.test(part) ? lowerCase : spell(part);
}

function spell(part: string): string {
  const plural = /^(?:[A-Z]+s|apis|urls|uris|sdks|cpus|gpus)$/.test(part);
  const letters = plural ? part.slice(0, -1) : part;
  return letters.toUpperCase().split('').join(' ') + (plural ? 's' : '');
}
