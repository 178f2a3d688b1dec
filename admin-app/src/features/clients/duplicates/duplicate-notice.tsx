import type { ClientMerge } from '@agency/contract/client-merges'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { usePermission } from '../../../shared/use-permission'
import { duplicatesOfQuery, mergesQuery, pairedName, reasonsText, useUndoMerge } from './duplicate-queries'
import styles from './duplicates.module.css'

/** What the notice of a record says. It changes at once: a merge changes both, which arrive one after the other. */
export function useDuplicates(clientId: string) {
  const duplicates = useQuery(duplicatesOfQuery(clientId))
  const merges = useQuery(mergesQuery(clientId))
  const queries = [duplicates, merges]
  const [shown, setShown] = useState({ duplicates: duplicates.data, merges: merges.data })
  const isSettled = !queries.some(({ isFetching }) => isFetching)
  if (isSettled && (shown.duplicates !== duplicates.data || shown.merges !== merges.data)) {
    setShown({ duplicates: duplicates.data, merges: merges.data })
  }
  return { ...shown, isPending: queries.some(({ isPending, failureCount }) => isPending && failureCount === 0) }
}

interface DuplicateNoticeProps {
  readonly clientId: string
  readonly found: ReturnType<typeof useDuplicates>
}

/** Says whom a record may be the same as. A failure is silent. */
export function DuplicateNotice({ clientId, found: { duplicates, merges } }: DuplicateNoticeProps) {
  const mayWrite = usePermission('clients.write')
  const likely = duplicates?.clients ?? []
  const separable = merges?.merges.filter(({ may_undo }) => may_undo) ?? []
  if (likely.length === 0 && separable.length === 0) return null
  return (
    <div className={styles.notice}>
      {likely.map((client) => (
        <span key={client.id}>
          May be the same person as{' '}
          <Link to={mayWrite ? paths.merge(clientId, client.id) : paths.client(client.id)}>{pairedName(client)}</Link> (
          {reasonsText(client.reasons)})
        </span>
      ))}
      {mayWrite && separable.map((merge) => <TakeApart key={merge.id} clientId={clientId} merge={merge} />)}
    </div>
  )
}

function TakeApart({ clientId, merge }: { readonly clientId: string; readonly merge: ClientMerge }) {
  const { askAndUndo, isPending } = useUndoMerge(clientId)
  const button = useHandOnFocus<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      className="link-button"
      aria-disabled={isPending}
      onClick={() => !isPending && void askAndUndo(merge)}
    >
      Take apart the merge with {pairedName(merge)} (until {formatDate(merge.undo_until.slice(0, 10))})
    </button>
  )
}
