import type { FastifyInstance } from 'fastify'
import { addressFor, getContact } from '../../clients/record/client-service.ts'
import { forgetKey, wasWrittenTo } from '../../platform/outbox/outbox-service.ts'

/** Withholds the message to a former address that was undone, unless something went out to the client in between. */
export async function contactChangeSending(app: FastifyInstance): Promise<void> {
  const { cipher } = app
  app.handleMessages('contact-changed', {
    isWanted: async (db, { id, client_id, channel }, { to }) =>
      client_id === null ||
      addressFor(await getContact({ db, cipher }, client_id), channel) !== to ||
      wasWrittenTo(db, { clientId: client_id, since: id }),
    onSettled: async (trx, { id }, outcome) => {
      // A further change on this day is told.
      if (outcome.state === 'dead' && outcome.error === 'not-needed') await forgetKey(trx, id)
    },
  })
}
