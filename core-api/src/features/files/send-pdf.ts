import type { FastifyReply } from 'fastify'

/** Answers with a PDF under its title (RFC 6266), never cached by others and never guessed to be anything else. */
export function sendPdf(reply: FastifyReply, { title, content }: { title: string | null; content: Buffer }) {
  const name = `${(title ?? 'document').replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 120)}.pdf`
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(content)
}
