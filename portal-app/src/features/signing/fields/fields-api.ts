import type { FieldValues, SessionFormFields } from '@agency/contract/form-fields'
import { queryOptions } from '@tanstack/react-query'
import { isHTTPError } from 'ky'
import { api } from '../../../shared/api.ts'

const fieldsPath = (formId: string) => `sessionforms/${encodeURIComponent(formId)}/fields`

/** Browsers send no more than this after the page has gone (Fetch, 4.6: 64 KiB, headers apart). */
const mostAfterwards = 60_000

/** The fields of a document with what the server has for them. What is typed lies over it until the page goes. */
export const fieldsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['fields', formId],
    queryFn: async () => (await api.get(fieldsPath(formId)).json<SessionFormFields>()).fields,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Keeps what was typed so far, even when the page goes meanwhile. */
export async function sendValues(formId: string, values: FieldValues): Promise<void> {
  const keepalive = JSON.stringify(values).length < mostAfterwards
  await api.put(fieldsPath(formId), { json: { values }, keepalive })
}

const prefix = 'values.'

/** Ids of the fields whose values an error answer does not accept. */
export function refusedFields(error: unknown): string[] {
  if (!isHTTPError(error)) return []
  return detailFields(error.data)
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length))
}

function detailFields(body: unknown): string[] {
  const details = typeof body === 'object' && body !== null && 'details' in body ? body.details : undefined
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'field' in detail && typeof detail.field === 'string'
      ? [detail.field]
      : [],
  )
}
