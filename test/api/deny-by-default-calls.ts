import { clientCalls } from './deny-by-default/client-calls.ts'
import { closingCalls } from './deny-by-default/closing-calls.ts'
import type { DescribedCalls } from './deny-by-default/described-call.ts'
import { formCalls } from './deny-by-default/form-calls.ts'
import { messageCalls } from './deny-by-default/message-calls.ts'
import { openCalls } from './deny-by-default/open-calls.ts'
import { sessionCalls } from './deny-by-default/session-calls.ts'
import { signingCalls } from './deny-by-default/signing-calls.ts'
import { staffCalls } from './deny-by-default/staff-calls.ts'

/**
 * Who may do what: each call as a caller of its own makes it, in an order in which all of them can be done. Written by
 * hand from the design, and never from the routes.
 */
export const calls: DescribedCalls = {
  ...openCalls,
  ...messageCalls,
  ...clientCalls,
  ...sessionCalls,
  ...formCalls,
  ...signingCalls,
  ...staffCalls,
  ...closingCalls,
}
