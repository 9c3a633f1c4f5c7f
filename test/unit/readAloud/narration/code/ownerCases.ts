import type { CodeCase } from './codeCase.ts';

/** The narration of comments that belong to a declaration, and of those that don't. */
export const ownerCases: Readonly<Record<string, CodeCase>> = {
  'functions, classes and their members': [
    'typescript',
    `/** Keeps speech. */
export class SpeechCache<T> extends Base implements A, B {
  /** In bytes. */
  readonly #size: number = 0;
  /** Where it is. */
  @Input({ isRequired: true })
  folder?: string;
  /** Opens it. */
  constructor(a: string) {}
  /** Never rejects. */
  async keep(key: string): Promise<void> {
    // Wait for it.
    const result = await ask({ class: 1, of: {} });
    /** Once more. */
    function retry() {}
  }
}`,
    [
      'class speech cache: Keeps speech.',
      'property size: In bytes.',
      'property folder: Where it is.',
      'Opens it.',
      'method keep: Never rejects.',
      'Wait for it.',
      'function retry: Once more.',
    ],
    [
      'class SpeechCache',
      'property size',
      'property folder',
      ' constructor',
      'method keep',
      'function retry',
    ],
  ],
  'headers, titles, trailing comments and values of objects': [
    'typescript',
    `/** The file. */

// ===== Parts =====
const a = 1; // trailing
// At a distance.

const b = 2;
const c = {
  /** Of a value. */
  run() {},
};
// Before a call.
run();`,
    ['The file.', 'Parts', 'trailing', 'At a distance.', 'Of a value.', 'Before a call.'],
  ],
  'what begins with its name': [
    'go',
    '// keep never rejects.\nfunc keep() {}',
    ['keep never rejects.'],
    ['func keep'],
  ],
  'the first paragraph only': [
    'typescript',
    '/**\n * Loads.\n *\n * Slowly.\n * @param id whose\n */\nfunction load(id) {}',
    ['function load: Loads.', 'Slowly.', 'parameter id: whose'],
    ['function load'],
  ],
  'a first paragraph without words': [
    'typescript',
    '/**\n * 🎉\n *\n * Loads.\n */\nfunction load() {}',
    ['function load: Loads.'],
    ['function load'],
  ],
  'in Chinese': [
    'typescript',
    '/** 缓存。 */\nclass SpeechCache {\n  /** 永不失败。 */\n  keep() {}\n  /** 字节数。 */\n  size = 0;\n}\n/**\n * 开始。\n * @param count 数量\n * @returns 总数\n */\nfunction keepAll() {}',
    [
      '类 speech cache：缓存。',
      '方法 keep：永不失败。',
      '属性 size：字节数。',
      '函数 keep all：开始。',
      '参数 count：数量',
      '返回：总数',
    ],
    ['class SpeechCache', 'method keep', 'property size', 'function keepAll'],
  ],
  Python: [
    'python',
    `"""The module."""
# The most.
MAX_SIZE = 3

@dataclass
class User(Base):
    """A person."""

    # Who.
    name: str = ''

    async def load(self,
                   key=lambda: 1) -> dict[str, int]:
        """Reads it."""
        # Inside.
        x = 1

def main():
    """Starts."""
run(
    # An argument.
    x=1)`,
    [
      'The module.',
      'constant max size: The most.',
      'class user: A person.',
      'property name: Who.',
      'method load: Reads it.',
      'Inside.',
      'function main: Starts.',
      'An argument.',
    ],
    ['constant MAX_SIZE', 'class User', 'property name', 'method load', 'function main'],
  ],
  Rust: [
    'rust',
    `//! The crate.

/// A place.
#[derive(Debug)]
pub(crate) struct Point<T> {
    /// From the left.
    pub x: T,
}
impl<T> Point<T> {
    /// Makes one.
    pub const fn new() -> impl Fn() {
        // Inside.
        let x = 1;
    }
}
/// Either.
enum Kind {
    /// Alone.
    One(u8),
}`,
    [
      'The crate.',
      'struct point: A place.',
      'field x: From the left.',
      'method new: Makes one.',
      'Inside.',
      'enum kind: Either.',
      'member one: Alone.',
    ],
    ['struct Point', 'field x', 'method new', 'enum Kind', 'member One'],
  ],
  'types of what Python returns': [
    'python',
    'def f():\n    """Reads.\n\n    Returns:\n        list[str]: the lines\n    """\ndef g():\n    """Asks.\n\n    Yields:\n        str | None: an answer, if any\n    """',
    ['Reads.', 'Returns:', 'list[str]: the lines', 'Asks.', 'Yields:', 'str None: an answer, if any'],
  ],
};
