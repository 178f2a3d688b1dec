/** Parts items so that each part has a key once, in their order. */
export function wavesOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const waves: Item[][] = []
  const counts = new Map<string, number>()
  for (const item of items) {
    const wave = counts.get(keyOf(item)) ?? 0
    counts.set(keyOf(item), wave + 1)
    const present = waves[wave]
    if (present) present.push(item)
    else waves[wave] = [item]
  }
  return waves
}
