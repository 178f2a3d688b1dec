import type { SessionForm } from '@agency/contract/session-forms'

/** The place after all of a session's documents. */
export const nextOrderIndex = (attached: readonly SessionForm[]): number =>
  Math.max(-1, ...attached.map(({ order_index }) => order_index)) + 1
