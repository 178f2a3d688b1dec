/** Writes a line of the bench's own answer. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Shows rows as a Markdown table: what is printed can be kept in a README as it is. */
export function showTable(title: string, columns: string[], rows: (string | number)[][]): void {
  const cells = [columns, ...rows.map((row) => row.map(String))]
  const widths = columns.map((_, n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  say(`\n${title}\n`)
  say(line(columns))
  say(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  for (const row of cells.slice(1)) say(line(row))
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value below which a share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
