import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { EncodedBody, LengthRequired, TooLarge, TooSlow } from '../errors.ts'

const maxUploadBytes = 256 * 1024 * 1024
/** The limit of core-api. Checked here too, where the client can be answered while it is still sending. */
const maxBodyBytes = 1024 * 1024
/** The least data rate of an upload, a tenth of the slowest telephone line. */
const minBytesPerSecond = 1_000

const isUpload = (request: FastifyRequest) => request.headers['content-type']?.startsWith('multipart/form-data')

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Bodies are streamed to core-api, so the framework's own limits do not apply. */
function checkHeaders(request: FastifyRequest) {
  const { headers } = request
  if (headers['transfer-encoding'] !== undefined) throw new LengthRequired()
  if (Number(headers['content-length'] ?? 0) > (isUpload(request) ? maxUploadBytes : maxBodyBytes)) throw new TooLarge()
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new EncodedBody()
}

/** Sends the answer, then closes the connection, which also ends the call to core-api that waits for the body. */
function refuseSlowBody(request: FastifyRequest, reply: FastifyReply) {
  if (reply.sent) return request.raw.destroy()
  reply.raw.once('finish', () => request.raw.destroy())
  reply.header('connection', 'close').send(new TooSlow())
}

/** A small one must arrive within `clientSeconds`; an upload must reach the least data rate in each such span. */
function limitDataRate(request: FastifyRequest, reply: FastifyReply, clientSeconds: number) {
  const { raw } = request
  const minBytes = isUpload(request) ? minBytesPerSecond * clientSeconds : Number.POSITIVE_INFINITY
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const received = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // Bytes that arrived and are not yet read are our delay, not the client's.
    if (raw.complete || raw.readableLength > 0 || received >= minBytes) return
    clearInterval(timer)
    refuseSlowBody(request, reply)
  }, clientSeconds * 1000)
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

export const bodyLimits = fp(
  async (app, options: { clientSeconds: number }) => {
    app.addHook('onRequest', async (request, reply) => {
      // A refused body is read to its end, so that the answer is not lost. It must arrive at the same rate.
      if (hasBody(request)) limitDataRate(request, reply, options.clientSeconds)
      checkHeaders(request)
    })
  },
  { name: 'body-limits' },
)
