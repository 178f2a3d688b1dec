import { readRefusal } from '../api-error'

interface FieldError<Name extends string> {
  readonly name: Name
  readonly message: string
}

/** The field errors of a failed save that belong to the named controls. Empty when the server named none of them. */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): FieldError<Name>[] {
  return (readRefusal(error)?.body?.details ?? []).flatMap(({ field, message }) => {
    const name = names.find((candidate) => candidate === field)
    return name === undefined ? [] : [{ name, message }]
  })
}
