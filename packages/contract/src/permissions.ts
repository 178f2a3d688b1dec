import { adminRoles } from './admin-roles.ts'
import type { AdminRole } from './admins.ts'

/** No other code depends on a role: routes and screens ask for a permission. */
const table = {
  account: {
    does: 'Log in, manage one’s own account and password',
    roles: ['power', 'standard', 'assistant', 'auditor'],
  },
  'clients.read': {
    does: 'Read clients, policies, sessions and document lists; sensitive fields are masked',
    roles: ['power', 'standard', 'assistant', 'auditor'],
  },
  'clients.write': {
    does: 'Add, change, merge, archive and restore clients, their policies and carriers; decide proposals',
    roles: ['power', 'standard', 'assistant'],
  },
  'notes.delete-others': { does: 'Delete notes that others wrote about a client', roles: ['power'] },
  'clients.sensitive': {
    does: 'See and change identity, family, payment and login fields',
    roles: ['power', 'standard'],
  },
  'clients.hand-over': { does: 'Give clients another owner or team', roles: ['power', 'standard'] },
  'clients.delete': { does: 'Delete archived clients, sessions and files for good', roles: ['power', 'standard'] },
  'clients.separate-others': { does: 'Take apart merged clients that others look after', roles: ['power'] },
  'clients.export': {
    does: 'Export clients and policies, and download packets of signed documents',
    roles: ['power', 'standard'],
  },
  'clients.import': { does: 'Import clients from a file, and revert an import', roles: ['power'] },
  'sessions.write': {
    does: 'Start and change sessions; attach, send, remind of and void their documents',
    roles: ['power', 'standard', 'assistant'],
  },
  // Whoever has a passcode can read and sign as the client: only roles that may see a client's values and documents.
  'sessions.passcode': {
    does: 'Choose and see passcodes; release what was asked to be sent to a contact that was changed lately',
    roles: ['power', 'standard'],
  },
  'documents.write': { does: 'Upload files to a client, and describe them', roles: ['power', 'standard', 'assistant'] },
  'documents.delete-signed': {
    does: 'Delete signed documents of a client, with a reason, or take back that an upload is signed',
    roles: ['power'],
  },
  'documents.open': {
    does: 'Open documents and files of clients, whose content cannot be masked',
    roles: ['power', 'standard'],
  },
  'forms.read': { does: 'Read the library of forms', roles: ['power', 'standard', 'assistant', 'auditor'] },
  'forms.write': { does: 'Change the library of forms and its presets', roles: ['power', 'standard'] },
  'agency.write': { does: 'Change name, contact and looks of the agency; test mail and texts', roles: ['power'] },
  'agency.export': { does: 'Download the whole agency as an encrypted archive', roles: ['power'] },
  'messages.write': { does: 'Change the texts of messages', roles: ['power'] },
  'views.write': { does: 'Save views of the lists of clients and policies', roles: ['power', 'standard', 'assistant'] },
  'service.read': {
    does: 'Read the health of the product and of its files',
    roles: ['power', 'standard', 'auditor'],
  },
  'admins.read': { does: 'Read the lists of staff and teams', roles: ['power', 'standard', 'assistant', 'auditor'] },
  'admins.manage': { does: 'Add, change and delete staff', roles: ['power'] },
  'teams.manage': { does: 'Add, change and delete teams of staff', roles: ['power'] },
  'outbox.read': { does: 'Read the messages of a demonstration, codes included', roles: ['power'] },
  'admins.second-factors': {
    does: 'Remove the second factors of another staff member, who has lost them',
    roles: ['power'],
  },
  'audit.read': { does: 'Read, verify and export the audit trail', roles: ['power', 'auditor'] },
  'alerts.read': { does: 'See who opened many records or sensitive values', roles: ['power', 'auditor'] },
  'alerts.acknowledge': { does: 'Acknowledge alerts about staff', roles: ['power'] },
} as const satisfies Record<string, { does: string; roles: readonly AdminRole[] }>

export type Permission = keyof typeof table

export const permissions = Object.entries(table).map(([name, { does }]) => ({ name: name as Permission, does }))

/** Who may manage staff and read the audit trail: standard admins too (`everyone`), or only power admins (`power`). */
export type Management = 'everyone' | 'power'

const givenToStandard: readonly Permission[] = ['admins.manage', 'audit.read']

export function hasPermission(role: AdminRole, permission: Permission, management: Management): boolean {
  const roles: readonly AdminRole[] = table[permission].roles
  return (
    roles.includes(role) || (role === 'standard' && management === 'everyone' && givenToStandard.includes(permission))
  )
}

export const rolesWith = (permission: Permission, management: Management): AdminRole[] =>
  adminRoles.filter((role) => hasPermission(role, permission, management))

export const mayOwnClients = (role: AdminRole): boolean => hasPermission(role, 'clients.write', 'power')

/** Whether a role has each permission of another one, so that its holder may grant that role. */
export const covers = (role: AdminRole, other: AdminRole, management: Management): boolean =>
  permissions.every(({ name }) => hasPermission(role, name, management) || !hasPermission(other, name, management))
