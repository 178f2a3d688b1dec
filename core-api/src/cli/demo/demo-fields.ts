import type { FormField } from '@agency/contract/form-fields'
import { v7 as uuid } from 'uuid'

// Where the rows of the table on the last page of `broker-of-record.pdf` begin and end.
const firstRow = 115
const rowHeight = 39.9
const column = 250

const placed: Pick<FormField, 'kind' | 'label' | 'binding' | 'required' | 'editable'>[] = [
  { kind: 'text', label: 'Full name', binding: 'client_name', required: true, editable: false },
  { kind: 'date', label: 'Date of birth', binding: 'dob', required: true, editable: true },
  { kind: 'text', label: 'Phone', binding: 'primary_phone', required: true, editable: true },
  { kind: 'initials', label: 'Page 1 read', binding: null, required: true, editable: true },
  { kind: 'signature', label: 'Signature', binding: null, required: true, editable: true },
  { kind: 'date', label: 'Date', binding: null, required: true, editable: true },
]

export const authorizationFields = (): FormField[] =>
  placed.map((field, row) => ({
    ...field,
    id: uuid(),
    page: 1,
    x: column,
    y: firstRow + row * rowHeight + 4,
    width: field.kind === 'initials' ? 80 : 280,
    height: rowHeight - 7,
  }))

/** What the client that has signed changes. Staff get it as a proposal. */
export const writtenOver: Readonly<Record<string, string>> = { primary_phone: '3055550171' }
