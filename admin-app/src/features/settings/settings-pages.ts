import type { Permission } from '@agency/contract/permissions'
import { paths } from '../../shared/paths'

interface SettingsPage {
  readonly to: string
  readonly label: string
  /** What it needs; nothing for what all staff may see. */
  readonly permission?: Permission
  /** The start of the addresses of pages that belong to it. */
  readonly below?: string
}

/** The pages of the settings, in the order of their navigation. */
export const pages: readonly SettingsPage[] = [
  { to: paths.account, label: 'Account' },
  { to: paths.security, label: 'Security' },
  { to: paths.agency, label: 'Agency', permission: 'agency.write' },
  { to: paths.channels, label: 'Mail and texts', permission: 'agency.write' },
  { to: paths.manage, label: 'Staff', permission: 'admins.read', below: '/admins/' },
  { to: paths.teams, label: 'Teams', permission: 'teams.manage' },
  { to: paths.messageTemplates, label: 'Messages', permission: 'messages.write', below: `${paths.messageTemplates}/` },
  { to: paths.presets, label: 'Presets', permission: 'forms.read' },
  { to: paths.reminders, label: 'Reminders', permission: 'clients.read' },
  { to: paths.health, label: 'Health', permission: 'service.read' },
]
