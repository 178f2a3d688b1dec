import { Readable } from 'node:stream'
import { ClientListItem } from '@agency/contract/clients'
import type { FastifyReply } from 'fastify'

/** One object, by which the compiled schema is found again. */
const itemSchema = { ...ClientListItem }

/** Sends all clients as one array, a batch at a time as the connection takes them. */
export function streamClientList(
  reply: FastifyReply,
  { total, batches }: { total: number; batches: AsyncIterable<ClientListItem[]> },
) {
  const serialize = reply.compileSerializationSchema(itemSchema)
  const array = async function* () {
    let separator = '['
    for await (const rows of batches) {
      yield separator + rows.map((row) => serialize(row)).join(',')
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  }
  return reply
    .header('x-total-count', total)
    .type('application/json; charset=utf-8')
    .send(Readable.from(array(), { objectMode: false }))
}
