/** Index of the first item that fits, or the number of items. All items after it must fit, too: binary search. */
export function firstFitting<Item>(
  items: ArrayLike<Item>,
  fits: (item: Item, index: number) => boolean,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(items[middle] as Item, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
