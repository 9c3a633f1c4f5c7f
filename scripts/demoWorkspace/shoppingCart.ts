export interface CartItem {
  readonly name: string;
  readonly priceCents: number;
  readonly quantity: number;
}

/** What the items cost together, with ten percent off from the tenth piece of an item on. */
export function totalCents(items: readonly CartItem[]): number {
  return items.reduce((total, { priceCents, quantity }) => {
    const discounted = quantity >= 10 ? priceCents * 0.9 : priceCents;
    return total + Math.round(discounted * quantity);
  }, 0);
}

/** `1234` becomes `12.34`. */
export function formatCents(cents: number): string {
  return (cents / 100).toFixed(2);
}
