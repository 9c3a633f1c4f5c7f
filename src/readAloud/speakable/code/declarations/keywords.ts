import type { DeclarationKind } from '../words/declarations.ts';

/** How a language writes what comments belong to, as far as its words make it sure. */
export interface DeclarationRules {
  /** The words that a declaration is named behind. */
  readonly keywords: ReadonlyMap<string, DeclarationKind>;
  /** Words that may stand before it, and say nothing of what it is. */
  readonly modifiers: ReadonlySet<string>;
  /** What a function and a value are called inside of a type. */
  readonly member: 'property' | 'field';
  /** How what has no word of its own is written: `name: type`, `type name`; none where nothing is. */
  readonly form: 'nameFirst' | 'typeFirst' | 'keywordsOnly';
  /** Bodies stand between braces; else they are indented. */
  readonly hasBraces: boolean;
}

type Keywords = Readonly<Record<string, DeclarationKind>>;

function rules(
  keywords: Keywords,
  modifiers: string,
  { form = 'keywordsOnly', member = 'property', hasBraces = true }: Partial<DeclarationRules> = {},
): DeclarationRules {
  return {
    keywords: new Map(Object.entries(keywords)),
    modifiers: new Set(modifiers.split(' ')),
    form,
    member,
    hasBraces,
  };
}

const script = rules(
  {
    function: 'function',
    class: 'class',
    interface: 'interface',
    enum: 'enum',
    type: 'type',
    namespace: 'namespace',
    const: 'constant',
    let: 'variable',
    var: 'variable',
  },
  'export declare default abstract async public private protected static readonly override get set accessor',
  { form: 'nameFirst' },
);
const c = rules(
  { struct: 'struct', enum: 'enum', union: 'union', define: 'macro' },
  'static extern inline const unsigned signed volatile',
  { form: 'typeFirst', member: 'field' },
);

const rulesOfLanguages: Readonly<Record<string, DeclarationRules>> = {
  typescript: script,
  typescriptreact: script,
  javascript: script,
  javascriptreact: script,
  python: rules({ def: 'function', class: 'class' }, 'async', { form: 'nameFirst', hasBraces: false }),
  go: rules({ func: 'function', type: 'type', const: 'constant', var: 'variable' }, '', { member: 'field' }),
  rust: rules(
    {
      fn: 'function',
      struct: 'struct',
      enum: 'enum',
      trait: 'trait',
      union: 'union',
      type: 'type',
      mod: 'module',
      const: 'constant',
      static: 'constant',
    },
    'pub async unsafe extern default mut',
    { form: 'nameFirst', member: 'field' },
  ),
  java: rules(
    { class: 'class', interface: 'interface', enum: 'enum', record: 'record' },
    'public private protected static final abstract synchronized native default sealed transient volatile strictfp',
    { form: 'typeFirst', member: 'field' },
  ),
  csharp: rules(
    {
      class: 'class',
      interface: 'interface',
      enum: 'enum',
      record: 'record',
      struct: 'struct',
      namespace: 'namespace',
    },
    'public private protected internal static readonly abstract sealed virtual override async partial const required new unsafe extern volatile',
    { form: 'typeFirst' },
  ),
  c,
  cpp: rules(
    {
      class: 'class',
      struct: 'struct',
      enum: 'enum',
      union: 'union',
      namespace: 'namespace',
      define: 'macro',
    },
    'static extern inline const constexpr virtual explicit unsigned signed volatile mutable friend typename',
    { form: 'typeFirst', member: 'field' },
  ),
  php: rules(
    {
      function: 'function',
      class: 'class',
      interface: 'interface',
      trait: 'trait',
      enum: 'enum',
      namespace: 'namespace',
      const: 'constant',
    },
    'public private protected static abstract final readonly',
    { form: 'typeFirst' },
  ),
  ruby: rules({ def: 'function', class: 'class', module: 'module' }, 'private protected public', {
    hasBraces: false,
  }),
  swift: rules(
    {
      func: 'function',
      class: 'class',
      struct: 'struct',
      enum: 'enum',
      protocol: 'protocol',
      actor: 'class',
      typealias: 'type',
      let: 'constant',
      var: 'variable',
      case: 'member',
    },
    'public private fileprivate internal open static final override mutating nonmutating lazy weak unowned required convenience async indirect nonisolated',
  ),
  kotlin: rules(
    {
      fun: 'function',
      class: 'class',
      interface: 'interface',
      object: 'object',
      typealias: 'type',
      val: 'constant',
      var: 'variable',
    },
    'public private protected internal open abstract final override sealed data inline suspend lateinit enum const companion operator infix tailrec external annotation value expect actual',
  ),
};

const byLanguage = new Map(Object.entries(rulesOfLanguages));

/** Undefined for a language whose declarations we don't know for sure. */
export function declarationRulesOf(languageId: string): DeclarationRules | undefined {
  return byLanguage.get(languageId);
}
