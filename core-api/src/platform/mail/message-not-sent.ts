import type { MessageError } from '@agency/contract/messages'

/** Gives only a code: an answer may quote the address. `permanent`: the server will also refuse it later. */
export class MessageNotSent extends Error {
  readonly reason: MessageError
  readonly permanent: boolean
  /** The log shows messages only of errors with a code. */
  readonly code: string
  constructor(reason: MessageError, { permanent, detail }: { permanent: boolean; detail: string }) {
    super(`A message was not sent: ${detail}`)
    this.reason = reason
    this.permanent = permanent
    this.code = detail.startsWith('E') ? detail : 'EMESSAGE'
  }
}
