import type { FieldValues, FilledField, SessionFormFields } from '@agency/contract/form-fields'
import { queryOptions } from '@tanstack/react-query'
import { isHTTPError } from 'ky'
import { api } from '../../../shared/api.ts'

const fieldsPath = (formId: string) => `sessionforms/${encodeURIComponent(formId)}/fields`

/** Limit of a body that is sent after the page closed (Fetch, 4.6: 64 KiB without headers). */
const mostAfterwards = 60_000

/** The fields of a document with the values of the server. */
export const fieldsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['fields', formId],
    queryFn: async () => (await api.get(fieldsPath(formId)).json<SessionFormFields>()).fields,
    staleTime: Number.POSITIVE_INFINITY,
    // Another tab may have filled in some.
    refetchOnWindowFocus: 'always',
  })

/** Saves the typed values, also while the page closes. @returns the fields with the values of the server */
export async function sendValues(formId: string, values: FieldValues): Promise<FilledField[]> {
  const keepalive = JSON.stringify(values).length < mostAfterwards
  const answer = api.put(fieldsPath(formId), { json: { values }, keepalive })
  return (await answer.json<SessionFormFields>()).fields
}

const prefix = 'values.'

/** Ids of the fields that an error answer refuses. */
export function refusedFields(error: unknown): string[] {
  return refusedParts(error)
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length))
}

/** The parts of a body that an error answer refuses, such as `signature.text`. */
export const refusedParts = (error: unknown): string[] => (isHTTPError(error) ? detailFields(error.data) : [])

function detailFields(body: unknown): string[] {
  const details = typeof body === 'object' && body !== null && 'details' in body ? body.details : undefined
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'field' in detail && typeof detail.field === 'string'
      ? [detail.field]
      : [],
  )
}
