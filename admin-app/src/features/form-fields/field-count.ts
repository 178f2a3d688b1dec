import { type FormField, formFieldKinds } from '@agency/contract/form-fields'
import { fieldKinds } from './field-kinds'

/** How many fields there are, in words. */
export const countText = (count: number): string => (count === 1 ? '1 field' : `${count} fields`)

/** How many there are of each kind, such as `2 Text, 1 Signature`. */
export const kindsText = (fields: readonly FormField[]): string =>
  formFieldKinds
    .map((kind) => ({ kind, count: fields.filter((field) => field.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${fieldKinds[kind].label}`)
    .join(', ')
