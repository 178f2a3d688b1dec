import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { OpenedFile } from './file-service.ts'

interface SentFile {
  name: string
  mimeType: string
  /** Bytes, unless they are not known before the end. */
  size?: number | undefined
  content: Readable
}

/** Types that a browser may display: images without scripts, and PDFs. */
const shown = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** RFC 6266: never cached, no sniffing, in a sandbox. Types that a browser cannot display safely are downloaded. */
export function sendFile(reply: FastifyReply, { name, mimeType, size, content }: SentFile) {
  const disposition = shown.has(mimeType) ? 'inline' : 'attachment'
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .type(mimeType)
    .header('content-disposition', `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(content)
}

/** `ext-value` of RFC 8187. It also encodes the characters that `encodeURIComponent` leaves and RFC 8187 forbids. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function sendPdf(reply: FastifyReply, { title, content, size }: OpenedFile & { title: string | null }) {
  const name = `${(title ?? 'document').replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 120)}.pdf`
  return sendFile(reply, { name, mimeType: 'application/pdf', size, content })
}
