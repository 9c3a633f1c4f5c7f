/** The package has types only for its other entry, which includes chemistry and is a fifth larger. */
declare module 'temml/temml.js' {
  /** A node of a rendered formula: an element, a text, or a list of nodes. */
  interface FormulaNode {
    readonly type?: string;
    readonly text?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly classes?: readonly string[];
    readonly style?: Readonly<Record<string, string>>;
    readonly children?: readonly FormulaNode[];
  }

  const temml: {
    __renderToMathMLTree(
      tex: string,
      options: {
        displayMode?: boolean;
        throwOnError?: boolean;
        trust?: boolean;
        maxExpand?: number;
        maxSize?: readonly [number, number];
        macros?: Record<string, unknown>;
      },
    ): FormulaNode;
  };

  export = temml;
}
