import type { FastifyReply } from 'fastify'
import { sendFile } from './send-file.ts'

/** Answers with a form's PDF under its title. */
export function sendPdf(reply: FastifyReply, { title, content }: { title: string | null; content: Buffer }) {
  const name = `${(title ?? 'document').replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 120)}.pdf`
  return sendFile(reply, { name, mimeType: 'application/pdf', size: content.length, content })
}
