export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** The sender of an e-mail. A part that is null is taken from the mail server's settings. */
export interface Sender {
  name: string | null
  address: string | null
}

interface OutgoingMessage {
  /** The same in a repeated attempt. */
  id: string
  to: string
  sender?: Sender | undefined
  subject?: string
  text: string
  html?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  attachments?: readonly Attachment[] | undefined
}

/** Resolves once the server has taken it. @returns the gateway's id of it, if any @throws MessageNotSent */
export type MessageSender = (message: OutgoingMessage) => Promise<string | null>
