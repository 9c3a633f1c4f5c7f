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
    undefined,
    [
      'class SpeechCache',
      'property size',
      'property folder',
      ' constructor',
      'method keep',
      'function retry',
    ],
  ],
  'interfaces, types and values': [
    'typescript',
    `/** What is wanted. */
export interface Options {
  /** In pixels. */
  readonly width?: number;
  /** Ends it. */
  close(): void;
}
/** One of two. */
type Kind = 'a' | 'b'
/** Runs. */
// eslint-disable-next-line complexity
export default async function start() {}
/** Sums. */
export const add = (a: number, b: number) => a + b;
// The most.
const maxBytes = 3;
/** Hues. */
const enum Color {
  /** Like blood. */
  Red = 1,
}`,
    [
      'interface options: What is wanted.',
      'property width: In pixels.',
      'method close: Ends it.',
      'type kind: One of two.',
      'function start: Runs.',
      'function add: Sums.',
      'constant max bytes: The most.',
      'enum color: Hues.',
      'member red: Like blood.',
    ],
    undefined,
    [
      'interface Options',
      'property width',
      'method close',
      'type Kind',
      'function start',
      'function add',
      'constant maxBytes',
      'enum Color',
      'member Red',
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
  'what begins with its name anyway': [
    'typescript',
    '/** keep never rejects. */\nfunction keep() {}',
    ['keep never rejects.'],
  ],
  'the first paragraph only': [
    'typescript',
    '/**\n * Loads.\n *\n * Slowly.\n * @param id whose\n */\nfunction load(id) {}',
    ['function load: Loads.', 'Slowly.', 'parameter id: whose'],
    undefined,
    ['function load'],
  ],
  'in Chinese': [
    'typescript',
    '/** 缓存。 */\nclass SpeechCache {\n  /** 永不失败。 */\n  keep() {}\n  /** 字节数。 */\n  size = 0;\n}\n/** 开始。 */\nfunction keepAll() {}',
    ['类 speech cache：缓存。', '方法 keep：永不失败。', '属性 size：字节数。', '函数 keep all：开始。'],
    undefined,
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
    undefined,
    ['constant MAX_SIZE', 'class User', 'property name', 'method load', 'function main'],
  ],
  'Python in Chinese': [
    'python',
    'class UserStore:\n    """用户。"""\n    def load(self):\n        """读取。"""',
    ['类 user store：用户。', '方法 load：读取。'],
    undefined,
    ['class UserStore', 'method load'],
  ],
  Go: [
    'go',
    `// Package relay talks.
package relay

// A person.
type User struct {
	// In years.
	Age int
}
// Writes it.
func (u *User) Save(x int) error {
	// Inside.
	y := 1
}
// Gives bytes.
type Reader interface {
	// Some of them.
	Read(p []byte) (int, error)
}`,
    [
      'Package relay talks.',
      'struct user: A person.',
      'field age: In years.',
      'method save: Writes it.',
      'Inside.',
      'interface reader: Gives bytes.',
      'method read: Some of them.',
    ],
    undefined,
    ['struct User', 'field Age', 'method Save', 'interface Reader', 'method Read'],
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
    undefined,
    ['struct Point', 'field x', 'method new', 'enum Kind', 'member One'],
  ],
  Java: [
    'java',
    `/** A list. */
@Deprecated
public final class Bag<T> extends Base {
  /** What it holds. */
  private final List<Map<String, T>> items = new ArrayList<>();
  /** Makes it. */
  public Bag(int size) { /* Inside. */ int y = 1; }
  /** How many. */
  @Override
  public static int size() { return 1; }
}`,
    ['class bag: A list.', 'field items: What it holds.', 'Makes it.', 'Inside.', 'method size: How many.'],
    undefined,
    ['class Bag', 'field items', ' Bag', 'method static int size'],
  ],
  'C#': [
    'csharp',
    `/// <summary>Talks.</summary>
[Serializable]
public sealed class Relay : Base {
  /// <summary>How many.</summary>
  public int Count { get; set; }
  /// <summary>Goes.</summary>
  public async Task<int> Run(string x) => 1;
}`,
    ['class relay: Talks.', 'property count: How many.', 'method run: Goes.'],
    undefined,
    ['class Relay', 'property Count', 'method Run'],
  ],
  'C and C++': [
    'cpp',
    `// Holds things.
class Box : public Shape {
public:
  // How wide.
  int width = 0;
  /** Paints. */
  virtual void draw(const std::string& x) const;
};
/* Sums. */
static inline std::vector<int> add(int a, int b) {
  // Inside.
  int c = 1;
}
/// The most.
#define MAX_SIZE 3
// A statement.
std::sort(a);`,
    [
      'class box: Holds things.',
      'field width: How wide.',
      'method draw: Paints.',
      'function add: Sums.',
      'Inside.',
      'macro max size: The most.',
      'A statement.',
    ],
    undefined,
    ['class Box', 'field width', 'method draw', 'function add', 'macro MAX_SIZE'],
  ],
  PHP: [
    'php',
    `<?php
/** A person. */
class User {
  /** In full. */
  public ?string $fullName = null;
  /** Writes it. */
  public function save(): void {}
}
// Prints it.
echo foo(1);`,
    ['class user: A person.', 'property full name: In full.', 'method save: Writes it.', 'Prints it.'],
    undefined,
    ['class User', 'property fullName', 'method save'],
  ],
  Ruby: [
    'ruby',
    '# A pet.\nclass Dog < Animal\n  # Is loud.\n  def bark!(x)\n    # Inside.\n    y = 1\n  end\n  # Builds one.\n  def self.make; end\nend',
    ['class dog: A pet.', 'method bark: Is loud.', 'Inside.', 'method self make: Builds one.'],
    undefined,
    ['class Dog', 'method bark', 'method self.make'],
  ],
  Swift: [
    'swift',
    '/// Shows it.\npublic struct MyView: View {\n  /// In points.\n  @State private var size: Int = 0\n  /// Paints.\n  func draw() -> some View {\n    // Inside.\n    let y = 1\n  }\n}',
    ['struct my view: Shows it.', 'property size: In points.', 'method draw: Paints.', 'Inside.'],
    undefined,
    ['struct MyView', 'property size', 'method draw'],
  ],
  Kotlin: [
    'kotlin',
    '/** A person. */\n@Serializable\ndata class User(val name: String) : Base() {\n  /** In years. */\n  val age: Int = 1\n  /** Writes it. */\n  suspend fun save() {\n    // Inside.\n    val y = 1\n  }\n}\n/** Holds it. */\nfun <T> keep(x: T) {}',
    [
      'class user: A person.',
      'property age: In years.',
      'method save: Writes it.',
      'Inside.',
      'function keep: Holds it.',
    ],
    undefined,
    ['class User', 'property age', 'method save', 'function keep'],
  ],
  'types of what Python returns': [
    'python',
    'def f():\n    """Reads.\n\n    Returns:\n        list[str]: the lines\n    """\ndef g():\n    """Asks.\n\n    Yields:\n        str | None: an answer, if any\n    """',
    ['Reads.', 'Returns:', 'list[str]: the lines', 'Asks.', 'Yields:', 'str None: an answer, if any'],
  ],
  'types of what Python returns in Chinese': [
    'python',
    'def f():\n    """读取。\n\n    Returns:\n        list[str]: 各行\n    """',
    ['读取。', 'Returns:', 'list[str]: 各行'],
  ],
};
