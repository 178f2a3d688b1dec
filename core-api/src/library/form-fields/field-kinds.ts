import type { FormField } from '@agency/contract/form-fields'

/** Whether the client fills the field in. All others stay empty, or have staff's preset. */
export const isForClient = (field: FormField): boolean => (field.for ?? 'client') === 'client'

export const isAdopted = ({ kind }: FormField): boolean => kind === 'signature' || kind === 'initials'

/** Whether a field takes the date of signing: a date that is bound to nothing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null

export const isDate = ({ kind }: FormField): boolean => kind === 'date' || kind === 'entered_date'

export const isMark = ({ kind }: FormField): boolean => kind === 'checkbox' || kind === 'radio'
