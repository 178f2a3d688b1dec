import type { UseFormReturn } from 'react-hook-form'
import { readRefusal } from '../api-error'
import { alertFailure } from '../dialogs/dialogs'
import type { NewForm } from './new-form'

const fields = ['title', 'folder', 'notes', 'source', 'file'] as const

/**
 * Puts what the server found wrong beside its field; what belongs to no field is alerted.
 * @param words of that alert
 */
export async function explainRefusal(error: unknown, form: UseFormReturn<NewForm>, words: string): Promise<void> {
  const refusal = readRefusal(error)
  const details = refusal?.body?.details ?? []
  const known = details.flatMap(({ field, message }) => {
    const name = fields.find((candidate) => candidate === field)
    return name === undefined ? [] : [{ name, message }]
  })
  for (const { name, message } of known) form.setError(name, { message })
  if (known.length > 0) return
  const aboutFile = fileMessage(refusal?.status, refusal?.body?.code, refusal?.body?.message)
  if (aboutFile !== undefined) form.setError('file', { message: aboutFile })
  else await alertFailure(words, error)
}

/** A proxy may refuse a large file before our server can: then there is a status and no body of ours. */
function fileMessage(status: number | undefined, code: string | undefined, message: string | undefined) {
  if (code === 'PDF_REFUSED' || code === 'TOO_LARGE' || code === 'UNSUPPORTED_MEDIA_TYPE') return message
  return status === 413 ? 'This file is too large.' : undefined
}
