import { type Kysely, sql } from 'kysely'

const statements = [
  `CREATE TABLE outbox_messages (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'text')),
    language text NOT NULL,
    -- Masked: the address itself is in encrypted_message.
    destination text NOT NULL,
    -- Address and values, with codes and links. Erased once the message is sent or given up.
    encrypted_message bytea,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'dead')),
    attempts integer NOT NULL DEFAULT 0,
    unconfirmed integer NOT NULL DEFAULT 0,
    -- Of a message that is being sent: the end of the lease.
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    error text,
    provider_id text,
    session_id uuid REFERENCES sessions ON DELETE CASCADE,
    client_id uuid REFERENCES clients ON DELETE CASCADE,
    admin_id uuid REFERENCES admins ON DELETE CASCADE,
    key text UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    CHECK (encrypted_message IS NULL OR state NOT IN ('sent', 'dead'))
  )`,
  `CREATE INDEX outbox_messages_due ON outbox_messages (next_attempt_at)
    WHERE state IN ('queued', 'sending', 'failed')`,
  'CREATE INDEX outbox_messages_session ON outbox_messages (session_id, id)',
  'CREATE INDEX outbox_messages_client ON outbox_messages (client_id)',
  'CREATE INDEX outbox_messages_admin ON outbox_messages (admin_id)',
  'CREATE INDEX outbox_messages_provider ON outbox_messages (provider_id)',
]

/** E-mails and text messages, stored in the transaction of what causes them and sent by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
