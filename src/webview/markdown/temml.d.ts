/** The package has types for its other entry only, which has chemistry in it as well and is a fifth bigger. */
declare module 'temml/temml.js' {
  /** A node of what a formula became: an element, or a text, or a list of nodes. */
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
