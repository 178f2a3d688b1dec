import { isUnanswered } from '@agency/http-client/call-error'
import { readRefusal } from '../../shared/api-error'

export function explainFailure(error: unknown): string {
  const body = readRefusal(error)?.body
  if (body) return body.details?.[0]?.message ?? body.message
  return isUnanswered(error) ? 'The server gave no answer. Please try again.' : 'This failed. Please try again.'
}
