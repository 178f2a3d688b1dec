/**
 * What the client has done at DocuSign, as far as the address says with which they came back. Anybody can write an
 * address: what it says is for the screen alone, and what counts is what the server was told.
 */
export type ReturnHint = 'confirming' | 'unfinished' | 'timed-out' | 'failed'

/** The values that DocuSign's recipient view adds as `event`. */
const hints: Readonly<Record<string, ReturnHint>> = {
  signing_complete: 'confirming',
  viewing_complete: 'confirming',
  decline: 'confirming',
  cancel: 'unfinished',
  session_timeout: 'timed-out',
  ttl_expired: 'timed-out',
  exception: 'failed',
  access_code_failed: 'failed',
  id_check_failed: 'failed',
}

/** @param search the address's query; undefined without a hint that is known */
export function readReturnHint(search: URLSearchParams): ReturnHint | undefined {
  const event = search.get('event') ?? ''
  return Object.hasOwn(hints, event) ? hints[event] : undefined
}
