const guarded = /^'*[=+\-@\t\r]/

/** A text that no spreadsheet takes for a formula. `readSpreadsheetText` gives it back as it was. */
export const spreadsheetText = (text: string): string => (guarded.test(text) ? `'${text}` : text)

export const readSpreadsheetText = (cell: string): string =>
  cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell

function csvCell(text: string): string {
  const safe = spreadsheetText(text)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
