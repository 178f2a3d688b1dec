/** All columns of encrypted values, and the purpose that their values are bound to. A test finds missing ones. */
export const encryptedTables = [
  {
    table: 'clients',
    columns: [
      { column: 'encrypted_identity', purpose: 'identity' },
      { column: 'encrypted_payment', purpose: 'payment' },
      { column: 'encrypted_logins', purpose: 'logins' },
      { column: 'encrypted_family', purpose: 'family' },
      { column: 'encrypted_profile', purpose: 'profile' },
    ],
  },
  {
    table: 'sessions',
    columns: [
      { column: 'encrypted_passcode', purpose: 'passcode' },
      { column: 'encrypted_code_destinations', purpose: 'code-destinations' },
    ],
  },
  {
    table: 'envelopes',
    columns: [
      { column: 'encrypted_signing', purpose: 'signing' },
      { column: 'encrypted_reason', purpose: 'reason' },
    ],
  },
  {
    table: 'session_forms',
    columns: [
      { column: 'encrypted_values', purpose: 'values' },
      { column: 'encrypted_notes', purpose: 'notes' },
    ],
  },
  {
    table: 'documents',
    columns: [
      { column: 'encrypted_notes', purpose: 'notes' },
      { column: 'encrypted_reason', purpose: 'reason' },
    ],
  },
  { table: 'client_change_values', columns: [{ column: 'encrypted_values', purpose: 'values' }] },
  { table: 'client_notes', columns: [{ column: 'encrypted_text', purpose: 'text' }] },
  { table: 'client_note_texts', columns: [{ column: 'encrypted_text', purpose: 'text' }] },
  {
    table: 'policies',
    columns: [
      { column: 'encrypted_number', purpose: 'number' },
      { column: 'encrypted_member_id', purpose: 'member-id' },
      { column: 'encrypted_application_id', purpose: 'application-id' },
      { column: 'encrypted_covered', purpose: 'covered' },
      { column: 'encrypted_notes', purpose: 'notes' },
    ],
  },
  { table: 'policy_statuses', columns: [{ column: 'encrypted_reason', purpose: 'reason' }] },
  { table: 'declines', columns: [{ column: 'encrypted_reason', purpose: 'reason' }] },
  { table: 'reveal_reasons', columns: [{ column: 'encrypted_details', purpose: 'details' }] },
  { table: 'audit_keys', columns: [{ column: 'encrypted_key', purpose: 'audit' }] },
  { table: 'admin_authenticators', columns: [{ column: 'encrypted_secret', purpose: 'secret' }] },
  { table: 'proposals', columns: [{ column: 'encrypted_value', purpose: 'value' }] },
  { table: 'outbox_messages', columns: [{ column: 'encrypted_message', purpose: 'message' }] },
] as const

export type EncryptedTable = (typeof encryptedTables)[number]
