/** Each column of sealed values, by table, and the purpose that its values are bound to. A test finds what is missing. */
export const sealedTables = [
  {
    table: 'clients',
    columns: [
      { column: 'sealed_identity', purpose: 'identity' },
      { column: 'sealed_payment', purpose: 'payment' },
      { column: 'sealed_logins', purpose: 'logins' },
      { column: 'sealed_family', purpose: 'family' },
      { column: 'sealed_profile', purpose: 'profile' },
    ],
  },
  { table: 'sessions', columns: [{ column: 'sealed_passcode', purpose: 'passcode' }] },
  {
    table: 'envelopes',
    columns: [
      { column: 'sealed_signing', purpose: 'signing' },
      { column: 'sealed_reason', purpose: 'reason' },
    ],
  },
  {
    table: 'session_forms',
    columns: [
      { column: 'sealed_values', purpose: 'values' },
      { column: 'sealed_notes', purpose: 'notes' },
    ],
  },
  { table: 'documents', columns: [{ column: 'sealed_notes', purpose: 'notes' }] },
  { table: 'audit_keys', columns: [{ column: 'encrypted_key', purpose: 'audit' }] },
  { table: 'proposals', columns: [{ column: 'sealed_value', purpose: 'value' }] },
] as const

export type SealedTable = (typeof sealedTables)[number]
