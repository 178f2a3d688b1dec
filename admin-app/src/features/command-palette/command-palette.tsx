import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useLocation } from 'react-router-dom'
import { clientName, counted } from '../../shared/formatting'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { usePageCommands } from '../../shared/page-commands'
import { paths } from '../../shared/paths'
import { useRecentRecords } from '../../shared/recent-records'
import { Modal } from '../../shared/shared-ui'
import { hasWords } from '../../shared/text/matched-ranges'
import { usePermissions } from '../../shared/use-permission'
import styles from './command-palette.module.css'
import { type Choice, findCommands } from './commands'
import { allClients, ClientOptions, Option, OptionGroup, type PaletteOption } from './palette-options'
import { useClientSearch } from './use-client-search'
import { useSelectedOption } from './use-selected-option'
import { useSessionSearch } from './use-session-search'

/** The most forms that are listed. */
const most = 8

interface CommandPaletteProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onChoose: (choice: Choice) => void
  readonly onClose: () => void
}

/** Finds clients, sessions, forms and actions by keyboard, and offers recent records. The query is not stored. */
export function CommandPalette({ typed, onType, onChoose, onClose }: CommandPaletteProps) {
  const text = typed.trim()
  const may = usePermissions()
  const { found, failed, searching } = useClientSearch(text)
  const commands = findCommands(text)
    .filter(({ permission }) => permission === undefined || may(permission))
    .map((command) => ({ id: command.label, ...command }))
  const [recent, onPage, sessions] = [useRecent(text), useCommandsOfPage(text), useSessions(text)]
  const forms = useForms(text)
  const count = commands.length + onPage.length + sessions.length + forms.length + (found?.clients.length ?? 0)
  const clients = found && found.total > 0 ? [...found.clients, allClients] : []
  const shown = [recent, onPage, sessions, commands, clients, forms].flat()
  const selected = useSelectedOption(
    text,
    shown.map(({ id }) => id),
  )
  return (
    <Modal open onOpenChange={onClose} title="Search and commands">
      <Command label="Search clients, forms and actions" shouldFilter={false} loop vimBindings={false} {...selected}>
        <Command.Input
          value={typed}
          onValueChange={onType}
          maxLength={200}
          placeholder="Name, email, phone, code or command"
        />
        <Command.List label="Results" className={styles.list}>
          <OptionGroup heading="Recent" options={recent} onChoose={onChoose} />
          <OptionGroup heading="This page" options={onPage} onChoose={onChoose} />
          <OptionGroup heading="Sessions" options={sessions} onChoose={onChoose} />
          <OptionGroup heading="Actions" options={commands} onChoose={onChoose} />
          {found !== undefined && <ClientOptions text={text} found={found} onChoose={onChoose} />}
          {forms.length > 0 && (
            <Command.Group heading="Forms" className={styles.group}>
              {forms.map(({ id, title, folder }) => (
                <Option
                  key={id}
                  id={id}
                  label={title || 'Untitled'}
                  detail={folder}
                  onSelect={() => onChoose({ kind: 'go', to: paths.forms, dialog: { name: 'edit-form', id } })}
                />
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
      <p role="status" className={styles.status}>
        {failed && 'Clients could not be searched. '}
        {text === '' ? (
          <span className={styles.keys}>↑↓ Navigate · ↵ Open · Esc Close</span>
        ) : (
          statusOf(searching, count)
        )}
      </p>
    </Modal>
  )
}

/** The records opened last, except the shown one, until something is typed. */
function useRecent(text: string) {
  const records = useRecentRecords((state) => state.records)
  const { pathname } = useLocation()
  if (text !== '') return []
  return records
    .filter(({ to }) => to !== pathname)
    .map(({ label, to }): PaletteOption => ({ id: `recent ${to}`, label, choice: { kind: 'go', to } }))
}

function useCommandsOfPage(text: string) {
  const commands = usePageCommands((state) => state.commands)
  return commands
    .filter(({ label }) => hasWords(label, text))
    .map(({ label, run }): PaletteOption => ({ id: `page ${label}`, label, choice: { kind: 'run', run } }))
}

function useSessions(text: string) {
  return useSessionSearch(text).map(
    (session): PaletteOption => ({
      id: session.id,
      label: `${clientName(session) || 'unnamed client'}, ${session.session_type} session`,
      choice: { kind: 'go', to: paths.session(session.client_id, session.session_code) },
    }),
  )
}

function useForms(text: string) {
  const { data: forms } = useQuery({ ...globalFormsQuery, enabled: text !== '' })
  if (text === '' || forms === undefined) return []
  return forms.filter(({ title, folder }) => hasWords(`${title ?? ''} ${folder ?? ''}`, text)).slice(0, most)
}

function statusOf(searching: boolean, count: number): string {
  if (searching) return 'Searching…'
  if (count === 0) return 'Nothing found.'
  return counted(count, 'result')
}
