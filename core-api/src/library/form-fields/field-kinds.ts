import type { FormField } from '@agency/contract/form-fields'

/** Whether the client fills the field in. All others stay empty, or have staff's preset. */
export const isForClient = (field: FormField): boolean => (field.for ?? 'client') === 'client'

/** Whether a field takes the adopted signature or initials, and so has no value. */
export const isAdopted = ({ kind }: FormField): boolean => kind === 'signature' || kind === 'initials'

/** Whether a field takes the date of signing: a date that is bound to nothing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

/** Whether a field's value is a date `YYYY-MM-DD`. */
export const isDate = ({ kind }: FormField): boolean => kind === 'date' || kind === 'entered_date'

/** Whether a field is on or off. */
export const isMark = ({ kind }: FormField): boolean => kind === 'checkbox' || kind === 'radio'
