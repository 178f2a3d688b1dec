/**
 * Splits items into two columns, in their order, where the heights of the columns differ least.
 *
 * @param heightOf the height of an item, in any unit
 * @returns two columns; one if there are fewer than two items
 */
export function splitEvenly<Item>(items: readonly Item[], heightOf: (item: Item) => number): readonly Item[][] {
  const height = (column: readonly Item[]) => column.reduce((sum, item) => sum + heightOf(item), 0)
  const splits = items.slice(1).map((_, index) => [items.slice(0, index + 1), items.slice(index + 1)] as const)
  const difference = ([first, second]: (typeof splits)[number]) => Math.abs(height(first) - height(second))
  const [best] = splits.toSorted((one, other) => difference(one) - difference(other))
  return best === undefined ? [[...items]].filter((column) => column.length > 0) : best.map((column) => [...column])
}
