/** Each column of sealed values, by table, and the purpose that its values are bound to. A test finds what is missing. */
export const sealedTables = [
  {
    table: 'clients',
    columns: [
      { column: 'sealed_identity', purpose: 'identity' },
      { column: 'sealed_payment', purpose: 'payment' },
      { column: 'sealed_logins', purpose: 'logins' },
      { column: 'sealed_family', purpose: 'family' },
    ],
  },
  { table: 'sessions', columns: [{ column: 'sealed_passcode', purpose: 'passcode' }] },
  { table: 'envelopes', columns: [{ column: 'sealed_signing', purpose: 'signing' }] },
  { table: 'session_forms', columns: [{ column: 'sealed_values', purpose: 'values' }] },
  { table: 'audit_keys', columns: [{ column: 'encrypted_key', purpose: 'audit' }] },
  { table: 'proposals', columns: [{ column: 'sealed_value', purpose: 'value' }] },
] as const

export type SealedTable = (typeof sealedTables)[number]
