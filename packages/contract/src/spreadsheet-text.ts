/** A text that no spreadsheet takes for a formula: after one of these signs it would run it. */
export const spreadsheetText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
