import { isUnanswered } from '@agency/http-client/call-error'
import { serverMessage } from '../../shared/dialogs/save-dialog'

const answered = serverMessage()

/** What a failed save of the own account says above the form. */
export const accountFailure = {
  failure: 'This could not be saved. Please try again.',
  explain: (error: unknown) => (isUnanswered(error) ? 'The server gave no answer. Please try again.' : answered(error)),
}
