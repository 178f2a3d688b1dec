import { isUnanswered } from '@agency/http-client/call-error'
import { readRefusal } from '../../shared/api-error'

interface Explained<Name extends string> {
  /** What the server says of each field. */
  readonly fields: readonly { readonly name: Name; readonly message: string }[]
  /** What belongs to no field. */
  readonly message: string | null
}

/** A failed save in words: beside the fields that the server names, or above the form. */
export function explainFailure<Name extends string>(error: unknown, names: readonly Name[]): Explained<Name> {
  const body = readRefusal(error)?.body
  const fields = (body?.details ?? []).flatMap(({ field, message }) => {
    const name = names.find((candidate) => candidate === field)
    return name === undefined ? [] : [{ name, message }]
  })
  if (fields.length > 0) return { fields, message: null }
  if (isUnanswered(error)) return { fields, message: 'The server gave no answer. Please try again.' }
  return { fields, message: body?.message ?? 'This could not be saved. Please try again.' }
}
