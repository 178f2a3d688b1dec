import { listColumns } from '@agency/contract/client-list-columns'
import { type ClientListItem, clientApi } from '@agency/contract/clients'
import { formatPhone } from '@agency/contract/phone'
import { spreadsheetText } from '@agency/contract/spreadsheet-text'
import { saveFile } from '@agency/http-client/save-file'
import { call } from '../../shared/call'
import { today } from '../../shared/dates/today'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'

const columns: readonly (readonly [heading: string, text: (client: ClientListItem) => string | number | null])[] = [
  ...listColumns.map(({ name, list }) => [list.heading, (client: ClientListItem) => client[name] ?? null] as const),
  ['Phone', ({ primary_phone }) => primary_phone && formatPhone(primary_phone)],
  ['Email', ({ primary_email }) => primary_email],
  ['Status', ({ status }) => status],
  ['Owner', ({ owner_name }) => owner_name],
]

/** A cell of RFC 4180. */
const cellOf = (value: string | number | null): string =>
  `"${spreadsheetText(String(value ?? '')).replaceAll('"', '""')}"`

/** The client list as CSV, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (clients: readonly ClientListItem[]): string =>
  `\ufeff${[
    columns.map(([heading]) => cellOf(heading)),
    ...clients.map((client) => columns.map(([, text]) => cellOf(text(client)))),
  ]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')}`

/** Saves the list of all clients that are not archived as a file, after a question. The server records it. */
export async function exportClients(): Promise<void> {
  const question =
    'Save the list of all your clients, with phone numbers and email addresses, as a file? It is recorded.'
  if (!(await confirm(question, { confirmLabel: 'Save' }))) return
  try {
    const text = csvOf(await call(clientApi.list, { query: {} }))
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `Clients ${today()}.csv`)
  } catch (error) {
    await alertFailure('The list could not be saved. Please try again.', error)
  }
}
