import { Readable } from 'node:stream'
import { ClientListItem } from '@agency/contract/clients'
import type { FastifyReply } from 'fastify'

/** One object, so that Fastify finds its compiled schema. */
const itemSchema = { ...ClientListItem }
const json = 'application/json; charset=utf-8'

/** Callers who share an answer share its JSON too. It is forgotten with the answer. */
const written = new WeakMap<ClientListItem[], Buffer>()

/** Sends a page, whose rows may be shared with other callers. */
export function sendClientPage(reply: FastifyReply, rows: ClientListItem[]) {
  const known = written.get(rows) ?? writePage(reply, rows)
  written.set(rows, known)
  return reply.type(json).send(known)
}

function writePage(reply: FastifyReply, rows: ClientListItem[]): Buffer {
  const serialize = reply.compileSerializationSchema(itemSchema)
  return Buffer.from(`[${rows.map((row) => serialize(row)).join(',')}]`)
}

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
