import type { ClientMerge } from '@agency/contract/client-merges'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { usePermission } from '../../../shared/use-permission'
import { duplicatesOfQuery, mergesQuery, pairedName, reasonsText, useUndoMerge } from './duplicate-queries'
import styles from './duplicates.module.css'

/** Says whom a record may be the same as. The record is shown with it; a failure is silent. */
export function DuplicateNotice({ clientId }: { readonly clientId: string }) {
  const mayWrite = usePermission('clients.write')
  const { data: duplicates } = useQuery(duplicatesOfQuery(clientId))
  const { data: merged } = useQuery(mergesQuery(clientId))
  const likely = duplicates?.clients ?? []
  const separable = merged?.merges.filter(({ may_undo }) => may_undo) ?? []
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
