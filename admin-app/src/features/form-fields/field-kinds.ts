import type { FormField, FormFieldKind } from '@agency/contract/form-fields'
import type { Size } from './page/field-box'

/** What each kind is called, and how large one is when it is placed, in points. */
export const fieldKinds: Readonly<Record<FormFieldKind, { readonly label: string; readonly size: Size }>> = {
  signature: { label: 'Signature', size: { width: 180, height: 36 } },
  initials: { label: 'Initials', size: { width: 60, height: 30 } },
  date: { label: 'Date', size: { width: 96, height: 20 } },
  text: { label: 'Text', size: { width: 180, height: 20 } },
  checkbox: { label: 'Checkbox', size: { width: 16, height: 16 } },
}

/** Whether the signer adopts what stands in it: it is bound to nothing, and nobody types into it. */
export const isAdopted = (kind: FormFieldKind): boolean => kind === 'signature' || kind === 'initials'

/** Whether the server fills it in: a date that is bound to nothing is the day of signing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

/** What a new field of a kind asks for, until somebody says more. */
export function newField(kind: FormFieldKind): Omit<FormField, 'page' | 'x' | 'y' | 'width' | 'height'> {
  return {
    id: crypto.randomUUID(),
    kind,
    label: kind === 'date' ? 'Date signed' : fieldKinds[kind].label,
    binding: null,
    required: isAdopted(kind),
    editable: kind === 'text' || kind === 'checkbox',
  }
}

/** A field in a few words: its kind and, where that says more, its label. */
export const fieldName = ({ kind, label }: FormField): string =>
  label === fieldKinds[kind].label ? label : `${fieldKinds[kind].label} ${label}`
