/** The library, as its script leaves it in the page; only what is used of it. */
interface Mermaid {
  initialize(configuration: object): void;
  /** Rejects with what its parser says. `container` is where it draws while it measures. */
  render(id: string, source: string, container?: Element): Promise<{ readonly svg: string }>;
}

declare const mermaid: Mermaid;
