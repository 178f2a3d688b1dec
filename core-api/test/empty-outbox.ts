import { expect, vi } from 'vitest'
import type { Core } from './core.ts'

/**
 * Gives up the messages that earlier tests have left, and waits until none is being sent: they would arrive during the
 * next test, or take the refusal that it expects.
 */
export const emptyOutbox = ({ app: { db } }: Core): Promise<void> =>
  vi.waitFor(
    async () => {
      const left = db
        .updateTable('outbox_messages')
        .set({ state: 'dead', error: 'unreachable', encrypted_message: null })
      await left.where('state', 'in', ['queued', 'failed']).execute()
      const sending = db.selectFrom('outbox_messages').select('id').where('state', '=', 'sending')
      expect(await sending.execute()).toEqual([])
    },
    { timeout: 20_000 },
  )
