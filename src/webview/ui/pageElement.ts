import { LitElement } from 'lit';

/** An element in the page's own DOM, where the page's style sheets reach it. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * The reactive properties of an element. Only scripts set them: none has an attribute. A class field gives one its first
 * value: the pages' `tsconfig.json` makes it an assignment, which Lit's accessor gets. Without a first value, it is only
 * declared.
 */
export function drawnProperties<Name extends string>(
  ...names: readonly Name[]
): Readonly<Record<Name, { readonly attribute: false }>> {
  const entries = names.map((name) => [name, { attribute: false }] as const);
  return Object.fromEntries(entries) as Record<Name, { readonly attribute: false }>;
}
