import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { EncodedBody, LengthRequired, TooLarge, TooSlow } from '../errors.ts'

const largestUpload = 256 * 1024 * 1024
/** As large as core-api reads: refused here, where the sender can be told while it is still sending. */
const largestBody = 1024 * 1024
/** What an upload must bring a second: the slowest telephone line brings ten times that. */
const leastBytesPerSecond = 1_000

const isUpload = (request: FastifyRequest) => request.headers['content-type']?.startsWith('multipart/form-data')

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Bodies are streamed on, so the framework's own limits do not apply to them. */
function checkHeaders(request: FastifyRequest) {
  const { headers } = request
  if (headers['transfer-encoding'] !== undefined) throw new LengthRequired()
  if (Number(headers['content-length'] ?? 0) > (isUpload(request) ? largestUpload : largestBody)) throw new TooLarge()
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new EncodedBody()
}

/** The answer goes out first; then the connection ends, and with it whatever waits for the rest of the body. */
function cutOff(request: FastifyRequest, reply: FastifyReply) {
  if (reply.sent) return request.raw.destroy()
  reply.raw.once('finish', () => request.raw.destroy())
  reply.header('connection', 'close').send(new TooSlow())
}

/**
 * Cuts a body off that comes too slowly. Whatever is small must have come after `clientSeconds`. An upload may take as
 * long as its line needs, but it must bring something in every `clientSeconds`: the limit is on silence and dripping.
 */
function watchPace(request: FastifyRequest, reply: FastifyReply, clientSeconds: number) {
  const { raw } = request
  const least = isUpload(request) ? leastBytesPerSecond * clientSeconds : Number.POSITIVE_INFINITY
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // What has come and waits to be taken is our delay, not the sender's.
    if (raw.complete || raw.readableLength > 0 || came >= least) return
    clearInterval(timer)
    cutOff(request, reply)
  }, clientSeconds * 1000)
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

/** What a body may be, how large, and how slow. */
export const bodyLimits = fp(
  async (app, options: { clientSeconds: number }) => {
    app.addHook('onRequest', async (request, reply) => {
      // Also what is refused is read to its end, so that the answer is not lost: it has to come at the same pace.
      if (hasBody(request)) watchPace(request, reply, options.clientSeconds)
      checkHeaders(request)
    })
  },
  { name: 'body-limits' },
)
