import { type FormField, type FormFieldKind, formFieldKinds } from '@agency/contract/form-fields'
import type { Size } from './page/field-box'

/** The name of each kind, and the size of a new field in points. */
export const fieldKinds: Readonly<Record<FormFieldKind, { readonly label: string; readonly size: Size }>> = {
  signature: { label: 'Signature', size: { width: 180, height: 36 } },
  initials: { label: 'Initials', size: { width: 60, height: 30 } },
  date: { label: 'Date', size: { width: 96, height: 20 } },
  text: { label: 'Text', size: { width: 180, height: 20 } },
  checkbox: { label: 'Checkbox', size: { width: 16, height: 16 } },
  radio: { label: 'Radio button', size: { width: 16, height: 16 } },
}

/** Whether the signer adopts its content. Such a field has no binding and takes no typed text. */
export const isAdopted = (kind: FormFieldKind): boolean => kind === 'signature' || kind === 'initials'

/** Whether it is on or off, and so has no binding and no text on the page. */
export const isSwitch = (kind: FormFieldKind): boolean => kind === 'checkbox' || kind === 'radio'

/** Whether the server fills it in: a date without a binding is the day of signing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

/** A new field of a kind with its default label. */
export function newField(kind: FormFieldKind): Omit<FormField, 'page' | 'x' | 'y' | 'width' | 'height'> {
  return {
    id: crypto.randomUUID(),
    kind,
    label: kind === 'date' ? 'Date signed' : fieldKinds[kind].label,
    binding: null,
    required: isAdopted(kind),
    editable: kind === 'text' || isSwitch(kind),
    ...(kind === 'radio' ? { group: 'Question' } : {}),
  }
}

/** A field's name for people: its kind, and its label when that differs. */
export const fieldName = ({ kind, label }: FormField): string =>
  label === fieldKinds[kind].label ? label : `${fieldKinds[kind].label} ${label}`

/** The number of fields of each kind, such as `2 Text, 1 Signature`. */
export const kindsText = (fields: readonly FormField[]): string =>
  formFieldKinds
    .map((kind) => ({ kind, count: fields.filter((field) => field.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${fieldKinds[kind].label}`)
    .join(', ')
