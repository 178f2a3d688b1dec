import { isUnanswered } from '@agency/http-client/call-error'
import { readRefusal } from '../../shared/api-error'
import { fieldErrors } from '../../shared/controls/field-errors'

/** The errors of a failed save: those of the named fields, or else a message for above the form. */
export function explainFailure<Name extends string>(error: unknown, names: readonly Name[]) {
  const fields = fieldErrors(error, names)
  if (fields.length > 0) return { fields, message: null }
  if (isUnanswered(error)) return { fields, message: 'The server gave no answer. Please try again.' }
  return { fields, message: readRefusal(error)?.body?.message ?? 'This could not be saved. Please try again.' }
}
