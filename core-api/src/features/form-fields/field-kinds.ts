import type { FormField } from '@agency/contract/form-fields'

/** Whether a field takes what the signer adopts, and no value. */
export const isAdopted = ({ kind }: FormField): boolean => kind === 'signature' || kind === 'initials'

/** A date that is bound to nothing is the day of signing. */
export const isSigningDate = ({ kind, binding }: FormField): boolean => kind === 'date' && binding === null
