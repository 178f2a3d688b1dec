import { type ClientFieldName, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { formatPhone } from '@agency/contract/phone'

/** Rich text as plain text: a line for each paragraph, links with their address. */
const plainText = (html: string): string =>
  html
    .replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_all, address: string, text: string) =>
      text === address || `mailto:${text}` === address ? text : `${text} (${address})`,
    )
    .replace(/<li\b[^>]*>/g, '• ')
    .replace(/<br\b[^>]*>|<\/(?:p|li)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

export function exportedText(kind: FieldDescription['kind'] | undefined, value: unknown): string {
  const text = String(value ?? '')
  if (kind === 'phone') return formatPhone(text)
  return kind === 'rich-text' ? plainText(text) : text
}

const kinds: ReadonlyMap<string, FieldDescription['kind']> = new Map(clientFields.map(({ name, kind }) => [name, kind]))

/** @param row is read in place: copies of rows are most of an export's time */
export const exportedValue = (row: object, name: string): string =>
  exportedText(kinds.get(name), Reflect.get(row, name))

/** Line ends are those of whatever program has saved the table. */
const lines = (text: string): string => text.replace(/\r\n?/g, '\n')

export const isExported = (cell: string, row: object, name: ClientFieldName): boolean =>
  lines(cell) === lines(exportedValue(row, name))
