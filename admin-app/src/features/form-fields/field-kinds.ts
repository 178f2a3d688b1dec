import { type FieldRole, type FormField, type FormFieldKind, formFieldKinds } from '@agency/contract/form-fields'
import type { Size } from './page/field-box'

/** The name of each kind, and the size of a new field in points. */
export const fieldKinds: Readonly<Record<FormFieldKind, { readonly label: string; readonly size: Size }>> = {
  signature: { label: 'Signature', size: { width: 180, height: 36 } },
  initials: { label: 'Initials', size: { width: 60, height: 30 } },
  date: { label: 'Date of signing', size: { width: 96, height: 20 } },
  entered_date: { label: 'Date', size: { width: 96, height: 20 } },
  text: { label: 'Text', size: { width: 180, height: 20 } },
  checkbox: { label: 'Checkbox', size: { width: 16, height: 16 } },
  radio: { label: 'Radio button', size: { width: 16, height: 16 } },
  choice: { label: 'Choice', size: { width: 140, height: 20 } },
}

/** Who can fill a field in, as staff read it. */
export const roleNames: Readonly<Record<FieldRole, string>> = {
  client: 'Client',
  spouse: 'Spouse',
  insured: 'Other insured',
  parent: 'Parent or guardian',
  representative: 'Representative',
  witness: 'Witness',
  notary: 'Notary',
  agent: 'Agent',
  preparer: 'Preparer',
  employer: 'Employer',
  nobody: 'Nobody',
}

/** Who fills a field in. */
export const roleOf = (field: FormField): FieldRole => field.for ?? 'client'

/** Whether the client is asked for it. All other fields stay empty or have a first value. */
export const isForClient = (field: FormField): boolean => roleOf(field) === 'client'

/** Whether the signer adopts its content. Such a field has no binding and takes no typed text. */
export const isAdopted = (kind: FormFieldKind): boolean => kind === 'signature' || kind === 'initials'

export const hasPlaceToSign = (fields: readonly FormField[]): boolean =>
  fields.some((field) => field.kind === 'signature' && isForClient(field))

/** What is said where fields are placed and none is the client's signature. */
export const noPlaceToSign = 'No place for the client’s signature: it appears on the certificate page alone.'

/** Whether it is on or off, and so has no binding and no text on the page. */
export const isSwitch = (kind: FormFieldKind): boolean => kind === 'checkbox' || kind === 'radio'

/** Whether it is a date, whoever fills it in. */
export const isDate = (kind: FormFieldKind): boolean => kind === 'date' || kind === 'entered_date'

/** Whether the server fills it in: a date without a binding is the day of signing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

/** Whether its value can come from the client record. */
export const isBindable = (kind: FormFieldKind): boolean => kind === 'text' || isDate(kind)

/** A new field of a kind with its default label. */
export function newField(kind: FormFieldKind): Omit<FormField, 'page' | 'x' | 'y' | 'width' | 'height'> {
  return {
    id: crypto.randomUUID(),
    kind,
    label: kind === 'date' ? 'Date signed' : fieldKinds[kind].label,
    binding: null,
    required: isAdopted(kind),
    editable: !isAdopted(kind) && kind !== 'date',
    ...(isDate(kind) ? { date_format: 'mm/dd/yyyy' as const } : {}),
    ...(kind === 'radio' ? { group: 'Question' } : {}),
    ...(kind === 'choice' ? { choices: ['Yes', 'No'].map((text) => ({ value: text, label: text })) } : {}),
  }
}

/** The name of a field's kind. A date of the record is one that the client can enter. */
export const kindName = (field: FormField): string =>
  fieldKinds[field.kind === 'date' && !isSigningDate(field) ? 'entered_date' : field.kind].label

/** A field's name for people: its kind, and its label when that differs. */
export const fieldName = (field: FormField): string =>
  field.label === kindName(field) ? field.label : `${kindName(field)} ${field.label}`

/** The number of fields of each kind, such as `2 Text, 1 Signature`. */
export function kindsText(fields: readonly FormField[]): string {
  const names = fields.map(kindName)
  return formFieldKinds
    .map((kind) => ({ kind, count: names.filter((name) => name === fieldKinds[kind].label).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${fieldKinds[kind].label}`)
    .join(', ')
}
