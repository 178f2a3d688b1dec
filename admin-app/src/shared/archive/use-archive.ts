import { confirmsDeletion } from '@agency/contract/permanent-deletion'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { alert, confirm, prompt } from '../dialogs/dialogs'
import { alertRefusal, serverMessage } from '../dialogs/save-dialog'
import { forgetRecord } from '../recent-records'
import { showToast } from '../toasts/toasts'

interface Archivable {
  readonly kind: 'client' | 'session'
  readonly path: string
  /** The address that is opened after it was deleted. */
  readonly parentPath: string
  readonly queryKey: QueryKey
  readonly listKeys: readonly QueryKey[]
  /** What is typed to confirm a deletion: the client's name, or the session's code. */
  readonly words: string
  readonly archiving: string
  /** What a deletion removes, and what it keeps. */
  readonly deletion: string
  readonly archive: (archived: boolean) => Promise<{ readonly archived_at: string | null }>
  readonly remove: (confirmation: string) => Promise<void>
}

/** Archives, restores and deletes a client or a session. Archiving and deleting ask for confirmation first. */
export function useArchive(item: Archivable) {
  const { kind, path, parentPath, queryKey, listKeys } = item
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => Promise.all(listKeys.map((key) => queryClient.invalidateQueries({ queryKey: key })))
  const archive = useMutation({
    mutationFn: item.archive,
    onSuccess: async ({ archived_at }) => {
      if (archived_at !== null) forgetRecord(path)
      await refresh()
      if (archived_at === null) showToast({ text: `${titles[kind]} restored.` })
      else showToast({ text: `${titles[kind]} archived.`, undo: () => archive.mutate(false) })
    },
    onError: (error) =>
      alertRefusal(`The ${kind} could not be archived or restored. Please try again.`, error, explain),
  })
  const remove = useMutation({
    mutationFn: item.remove,
    onSuccess: async () => {
      forgetRecord(path)
      navigate(parentPath)
      queryClient.removeQueries({ queryKey })
      await refresh()
      showToast({ text: `${titles[kind]} deleted.` })
    },
    onError: (error) => alertRefusal(`The ${kind} could not be deleted. Please try again.`, error, explain),
  })
  const askAndArchive = async () => {
    const title = `Archive this ${kind}?`
    if (await confirm(item.archiving, { title, confirmLabel: 'Archive' })) archive.mutate(true)
  }
  const askAndDelete = async () => {
    const confirmation = await askToConfirm(item)
    if (confirmation !== undefined) remove.mutate(confirmation)
  }
  return {
    busy: archive.isPending || remove.isPending,
    restore: () => archive.mutate(false),
    askAndArchive: () => void askAndArchive(),
    askAndDelete: () => void askAndDelete(),
  }
}

/** Such as when documents are signed. */
const explain = serverMessage('WRONG_STATE')

const titles = { client: 'Client', session: 'Session' } as const

/** Has the name or code typed before a deletion. @returns what was typed; undefined if it is not the name or code */
async function askToConfirm({ kind, words, deletion }: Archivable): Promise<string | undefined> {
  const message = `${deletion} This can't be undone. Type “${words}” to delete the ${kind} for good.`
  const typed = await prompt(message, { title: `Delete this ${kind} for good?`, confirmLabel: 'Delete', danger: true })
  if (typed === null) return undefined
  if (confirmsDeletion(typed, words)) return typed
  await alert(`The ${kind} was not deleted: “${typed.trim()}” is not “${words}”.`)
  return undefined
}
