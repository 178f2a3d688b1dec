import type { ClientUpdate } from '@agency/contract/clients'
import type { FormField } from '@agency/contract/form-fields'
import { helveticaResources, onePagePdf } from '../../../packages/pdf-signing/test/pdfs/build-pdf.ts'
import { formField } from '../api/form-field.ts'
import type { StaffApi } from '../api/staff-api.ts'

/** The left edge of the labels and of the fields, in points. */
const column = { label: 72, field: 230 } as const
const rowHeight = 38

type Row = Partial<FormField> & Pick<FormField, 'label'>

/** Twelve fields to fill in, of every kind, and the day of signing. The radio buttons are one question. */
const rows: readonly Row[] = [
  { label: 'Full name', binding: 'client_name' },
  { label: 'Date of birth', kind: 'date', binding: 'dob', width: 130 },
  { label: 'SSN', binding: 'ssn', width: 130 },
  { label: 'Phone', binding: 'primary_phone', width: 180 },
  { label: 'Email', binding: 'primary_email' },
  { label: 'Address', binding: 'address', height: 54 },
  { label: 'Age of mother', binding: 'age_of_mother', width: 60, comb: true, max_length: 2 },
  { label: 'Preferred language', binding: 'pref_lang', width: 130, required: false },
  { label: 'I use tobacco', kind: 'checkbox', width: 16, height: 16, required: false },
  { label: 'Monthly', kind: 'radio', group: 'How do you want to pay?', width: 16, height: 16 },
  { label: 'Quarterly', kind: 'radio', group: 'How do you want to pay?', width: 16, height: 16 },
  { label: 'Once a year', kind: 'radio', group: 'How do you want to pay?', width: 16, height: 16 },
  { label: 'Initials', kind: 'initials', width: 70, height: 24 },
  { label: 'Signature', kind: 'signature', height: 30 },
  { label: 'Date', kind: 'date', width: 100 },
]

/** The upper edge of a row, from the top of the page. A row of several lines takes two. */
const topOf = (index: number) => 96 + (index + (index > 5 ? 1 : 0)) * rowHeight

/** The fields over `applicationPdf`, in the order of filling in. */
export const applicationFields = (): FormField[] =>
  rows.map((row, index) =>
    formField({ x: column.field, y: topOf(index) - 2, width: 300, height: 22, required: true, ...row }),
  )

const text = (size: number, x: number, fromTop: number, words: string) =>
  `BT /F1 ${size} Tf ${x} ${792 - fromTop} Td (${words}) Tj ET`

/** A letter page with a label beside each field. */
export const applicationPdf = (): Uint8Array<ArrayBuffer> =>
  onePagePdf({
    page: `/MediaBox [0 0 612 792] ${helveticaResources}`,
    content: [
      text(18, column.label, 64, 'Application for Coverage'),
      ...rows.map(({ label }, index) => text(11, column.label, topOf(index) + 13, label)),
      '0.8 G 72 714 m 540 714 l S',
    ].join('\n'),
  })

/** The record of the client: some of the fields are on file, masked. */
const record: ClientUpdate = {
  client_first_name: 'Rosa',
  ssn: '123-45-6789',
  primary_email: 'rosa@example.com',
}

/** Adds a client with the application to fill in, as the first document of a session. */
export async function addApplication(
  api: StaffApi,
  family: string,
  values: ClientUpdate = {},
  title = `${family} application`,
) {
  const form = await api.addPdf(applicationPdf(), { title })
  await api.placeFields(form.id, applicationFields())
  const client = await api.addClient({ ...record, client_last_name: family, ...values })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  return { client, session, document }
}
