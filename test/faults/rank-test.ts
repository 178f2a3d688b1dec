/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Whether two samples can be told apart: the Mann–Whitney U test's deviation from what chance gives, in standard
 * deviations. It looks at ranks alone, so that a few slow answers of a busy machine decide nothing.
 */
export function rankDeviation(one: readonly number[], other: readonly number[]): number {
  let above = 0
  for (const a of one) for (const b of other) above += a > b ? 1 : a === b ? 0.5 : 0
  const [n, m] = [one.length, other.length]
  return (above - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
}
