/** A text for a LIKE pattern, where each of its characters means itself. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
