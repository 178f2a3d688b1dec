import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageChannel } from '@agency/contract/messages'
import { composed } from './mailer.ts'
import type { MessageSender } from './message-sender.ts'

/** The sender in written messages, which are never sent. */
const from = 'Agency office <office@localhost.invalid>'
const mostShown = 50

/** A message that was written to a file, in the clear. */
interface WrittenMessage {
  id: string
  channel: MessageChannel
  to: string
  subject: string | null
  text: string
  written_at: string
}

/** Writes messages as files to a directory, so that all can be tried without servers. */
export class MessageFiles {
  readonly #directory: string
  readonly #newest: WrittenMessage[] = []

  constructor(directory: string) {
    this.#directory = directory
  }

  /** The newest 50 that this process has written, the newest first. The files hold all. */
  get newest(): readonly WrittenMessage[] {
    return this.#newest
  }

  /** Writes an e-mail as an `.eml` file. A repeated attempt replaces the file. */
  readonly writeEmail: MessageSender = async ({ subject = '', ...message }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message: bytes } = await transport.sendMail(composed(from, { subject, ...message }))
    if (!Buffer.isBuffer(bytes)) throw new Error('The e-mail was not composed into a buffer')
    await this.#write(`${message.id}.eml`, bytes)
    const { id, to, text } = message
    this.#show({ id, channel: 'email', to, subject, text })
    return null
  }

  /** Writes a text message as a `.txt` file: the number, an empty line, the text. */
  readonly writeText: MessageSender = async ({ id, to, text }) => {
    await this.#write(`${id}.txt`, `To: ${to}\n\n${text}\n`)
    this.#show({ id, channel: 'text', to, subject: null, text })
    return null
  }

  /** Renamed when it is whole, so that no reader finds half a message. */
  async #write(name: string, content: Buffer | string): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = join(this.#directory, name)
    await writeFile(`${path}.part`, content, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }

  #show(message: Omit<WrittenMessage, 'written_at'>): void {
    this.#newest.unshift({ ...message, written_at: new Date().toISOString() })
    this.#newest.splice(mostShown)
  }
}
