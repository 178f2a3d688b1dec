import { Readable } from 'node:stream'
import { ClientListItem } from '@agency/contract/clients'
import type { FastifyReply } from 'fastify'

/** One object, so that Fastify finds its compiled schema. */
const itemSchema = { ...ClientListItem }
const json = 'application/json; charset=utf-8'

/** Streams all clients as one JSON array, in batches, with back pressure. */
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
    .type(json)
    .send(Readable.from(array(), { objectMode: false }))
}
