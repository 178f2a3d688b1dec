import type { Language } from '@agency/contract/esign'
import type { MessageChannel, MessageError, MessageKind, MessageState } from '@agency/contract/messages'
import type { Generated } from 'kysely'
import type { Made } from './column-types.ts'

export interface MessageTables {
  outbox_messages: OutboxMessagesTable
  message_templates: MessageTemplatesTable
  text_opt_outs: {
    /** In E.164. */
    number: string
    source: 'client' | 'staff' | 'gateway'
    admin_id: string | null
    import_id: string | null
    opted_out_at: Made
  }
}

interface OutboxMessagesTable {
  id: string
  kind: MessageKind
  channel: MessageChannel
  language: Language
  destination: string
  encrypted_message: Buffer | null
  state: Generated<MessageState>
  attempts: Generated<number>
  /** Attempts of which it is unknown whether the server took the message. */
  unconfirmed: Generated<number>
  next_attempt_at: Made
  error: MessageError | null
  /** The gateway's own id of it. */
  provider_id: string | null
  session_id: string | null
  client_id: string | null
  admin_id: string | null
  key: string | null
  created_at: Made
  sent_at: string | null
}

/** A version of a template; without texts, it is a reset to the default ones. */
interface MessageTemplatesTable {
  kind: MessageKind
  language: Language
  version: number
  subject: string | null
  body: string | null
  text: string | null
  created_at: Made
  created_by: string | null
}
