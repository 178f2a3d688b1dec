import type { Permission } from '@agency/contract/permissions'
import type { DialogRequest } from '../../shared/dialogs/requested-dialog'
import { officeScreens, paths } from '../../shared/paths'
import { hasWords } from '../../shared/text/matched-ranges'

/** The effect of an option of the palette. */
export type Choice =
  | { readonly kind: 'go'; readonly to: string; readonly dialog?: DialogRequest }
  | { readonly kind: 'run'; readonly run: () => void }
  | { readonly kind: 'log-out' }

interface Command {
  readonly label: string
  /** Other words by which it is found. */
  readonly words: string
  readonly choice: Choice
  /** What it needs; nothing for what all staff may. */
  readonly permission?: Permission
}

const go = (to: string, dialog?: DialogRequest): Choice => ({ kind: 'go', to, ...(dialog && { dialog }) })

const commands: readonly Command[] = [
  { label: 'Go to Dashboard', words: 'home today', choice: go(paths.dashboard) },
  { label: 'Go to Clients', words: 'people list', choice: go(paths.clients) },
  { label: 'Go to Policies', words: 'carriers renewals due binder pending list', choice: go(paths.policies) },
  { label: 'Go to Sessions', words: 'waiting signed list', choice: go(paths.sessions) },
  { label: 'Go to Forms', words: 'library global templates documents', choice: go(paths.forms) },
  { label: 'Go to Admins', words: 'manage staff users', choice: go(paths.manage) },
  ...officeScreens.map(({ label, to, ...rest }) => ({ ...rest, label: `Go to ${label}`, choice: go(to) })),
  {
    label: 'Add Client',
    words: 'new create person',
    choice: go(paths.clients, { name: 'add-client' }),
    permission: 'clients.write',
  },
  {
    label: 'Import Clients',
    words: 'csv xlsx excel spreadsheet table upload book of business',
    choice: go(paths.imports),
    permission: 'clients.import',
  },
  {
    label: 'Add Document Form',
    words: 'new create upload pdf link',
    choice: go(paths.forms, { name: 'add-form' }),
    permission: 'forms.write',
  },
  { label: 'Add Admin', words: 'new create staff user', choice: go(paths.newAdmin), permission: 'admins.manage' },
  { label: 'Log out', words: 'logout sign out leave', choice: { kind: 'log-out' } },
]

/** The commands that match a text, matches of the label first. Without a text, all of them. */
export function findCommands(text: string): readonly Command[] {
  const named = commands.filter(({ label }) => hasWords(label, text))
  const meant = commands.filter(({ label, words }) => hasWords(`${label} ${words}`, text))
  return [...new Set([...named, ...meant])]
}
