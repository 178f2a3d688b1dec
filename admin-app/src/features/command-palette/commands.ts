import type { Permission } from '@agency/contract/permissions'
import { type DialogRequest, showShortcuts } from '../../shared/dialogs/requested-dialog'
import { clientsToFollowUp, officeScreens, paths } from '../../shared/paths'
import { hasWords } from '../../shared/text/matched-ranges'
import { chooseTheme } from '../../shared/theme'

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
  /** Found by its words alone, so that the list is short before anything is typed. */
  readonly isRare?: true
}

const go = (to: string, dialog?: DialogRequest): Choice => ({ kind: 'go', to, ...(dialog && { dialog }) })

const run = (command: () => void): Choice => ({ kind: 'run', run: command })

const commands: readonly Command[] = [
  { label: 'Go to Dashboard', words: 'home today', choice: go(paths.dashboard) },
  { label: 'Go to Clients', words: 'people list tags', choice: go(paths.clients) },
  { label: 'Go to Policies', words: 'policy carriers renewals due binder pending list', choice: go(paths.policies) },
  { label: 'Go to Sessions', words: 'waiting signed unsigned remind list', choice: go(paths.sessions) },
  { label: 'Go to Forms', words: 'library global templates documents', choice: go(paths.forms) },
  { label: 'Go to Admins', words: 'manage staff users', choice: go(paths.manage) },
  ...officeScreens.flatMap(({ label, to, words, below: _below, ...rest }) =>
    words === undefined ? [] : [{ ...rest, words, label: `Go to ${label}`, choice: go(to) }],
  ),
  {
    label: 'Add Client',
    words: 'new create person',
    choice: go(paths.clients, { name: 'add-client' }),
    permission: 'clients.write',
  },
  { label: 'Go to Duplicates', words: 'merge twice same person records clients', choice: go(paths.duplicates) },
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
  {
    label: 'Invite a Colleague',
    words: 'new create staff user admin email',
    choice: go(paths.manage, { name: 'invite' }),
    permission: 'admins.manage',
  },
  {
    label: 'Show Overdue Follow-ups',
    words: 'follow up late due call',
    choice: go(clientsToFollowUp('overdue')),
    permission: 'clients.read',
    isRare: true,
  },
  { label: 'Go to Settings', words: 'preferences account password theme digest', choice: go(paths.account) },
  {
    label: 'Use the Dark Theme',
    words: 'night mode colours colors',
    choice: run(() => chooseTheme('dark')),
    isRare: true,
  },
  {
    label: 'Use the Light Theme',
    words: 'day mode colours colors',
    choice: run(() => chooseTheme('light')),
    isRare: true,
  },
  {
    label: 'Use the System’s Theme',
    words: 'dark light mode automatic',
    choice: run(() => chooseTheme('system')),
    isRare: true,
  },
  {
    label: 'Export the Client List',
    words: 'download csv excel save file',
    choice: go(paths.clients, { name: 'export-clients' }),
    permission: 'clients.export',
    isRare: true,
  },
  {
    label: 'Show Keyboard Shortcuts',
    words: 'keys help',
    choice: run(showShortcuts),
    isRare: true,
  },
  { label: 'Log out', words: 'logout sign out leave', choice: { kind: 'log-out' } },
]

/** The commands that match a text, matches of the label first. Without a text, all but the rare ones. */
export function findCommands(text: string): readonly Command[] {
  if (text === '') return commands.filter(({ isRare }) => isRare !== true)
  const named = commands.filter(({ label }) => hasWords(label, text))
  const meant = commands.filter(({ label, words }) => hasWords(`${label} ${words}`, text))
  return [...new Set([...named, ...meant])]
}
