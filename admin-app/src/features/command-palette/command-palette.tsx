import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import { globalFormsQuery } from '../../shared/new-form/new-form-api'
import { paths } from '../../shared/paths'
import { Modal } from '../../shared/shared-ui'
import styles from './command-palette.module.css'
import { type Choice, findCommands, hasWords } from './commands'
import { ClientOptions, Option } from './palette-options'
import { useClientSearch } from './use-client-search'

/** The most forms that are listed. */
const most = 8

interface CommandPaletteProps {
  readonly onChoose: (choice: Choice) => void
  readonly onClose: () => void
}

/** Finds clients, forms and actions by keyboard. The query is not stored. */
export function CommandPalette({ onChoose, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { found, failed, searching } = useClientSearch(text)
  const commands = findCommands(text)
  const forms = useForms(text)
  const count = commands.length + forms.length + (found?.clients.length ?? 0)
  return (
    <Modal open onOpenChange={onClose} title="Search and commands">
      <Command label="Search clients, forms and actions" shouldFilter={false} loop vimBindings={false}>
        <Command.Input value={typed} onValueChange={setTyped} maxLength={200} placeholder="Type a name or a command" />
        <Command.List label="Results" className={styles.list}>
          {commands.length > 0 && (
            <Command.Group heading="Actions" className={styles.group}>
              {commands.map(({ label, choice }) => (
                <Option key={label} id={label} label={label} onSelect={() => onChoose(choice)} />
              ))}
            </Command.Group>
          )}
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
        {statusOf(text, searching, count)}
      </p>
    </Modal>
  )
}

function useForms(text: string) {
  const { data: forms } = useQuery({ ...globalFormsQuery, enabled: text !== '' })
  if (text === '' || forms === undefined) return []
  return forms.filter(({ title, folder }) => hasWords(`${title ?? ''} ${folder ?? ''}`, text)).slice(0, most)
}

function statusOf(text: string, searching: boolean, count: number): string {
  if (text === '') return '↑↓ Navigate · ↵ Open · Esc Close'
  if (searching) return 'Searching…'
  if (count === 0) return 'Nothing found.'
  return count === 1 ? '1 result' : `${count} results`
}
