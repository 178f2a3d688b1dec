import type { AdminRole } from '@agency/contract/admins'

/** The roles as screens name them, with what each is for. */
export const roleNames: Readonly<Record<AdminRole, { readonly name: string; readonly hint: string }>> = {
  standard: { name: 'Standard', hint: 'Works on all fields of clients, sessions and forms.' },
  power: { name: 'Power', hint: 'All of Standard, and manages staff and reads the audit trail.' },
  assistant: {
    name: 'Assistant',
    hint: 'Works on clients and sessions. Sees no identity, payment or login values, opens no files, exports nothing.',
  },
  auditor: { name: 'Auditor', hint: 'Reads everything masked, and the audit trail. Changes nothing.' },
}
