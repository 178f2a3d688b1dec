import type { SessionForm } from '@agency/contract/session-forms'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { isOpenToClient } from '../../../shared/session-documents'
import styles from '../document-notice.module.css'
import { RemindButton } from '../edit/remind-button'

interface AddedNoticeProps {
  readonly forms: readonly SessionForm[]
  /** The ids of those that were added last. */
  readonly added: readonly string[]
}

/** That no message has told the client of the documents that were added to a sent session, until one has or they are opened. */
export function AddedNotice({ forms, added }: AddedNoticeProps) {
  const news = forms.filter((form) => added.includes(form.id) && isOpenToClient(form) && form.read_at === null)
  const [first] = news
  // A reminder of any document is about all that are open.
  const isTold = forms.some(
    ({ reminded_at: at }) => at !== null && first !== undefined && Date.parse(at) > Date.parse(first.created_at),
  )
  return first === undefined || isTold ? null : <Notice first={first} count={news.length} />
}

function Notice({ first, count }: { readonly first: SessionForm; readonly count: number }) {
  const part = useHandOnFocus<HTMLDivElement>()
  const [added, them] = count === 1 ? [`“${first.title || 'Untitled'}” was`, 'it'] : [`${count} documents were`, 'them']
  return (
    <div ref={part} className={`notice ${styles.notice}`} data-tone="info" role="status">
      <p>
        {added} added. The client can open {them} now, but no message has told them.
      </p>
      <div className={styles.actions}>
        <RemindButton form={first} />
      </div>
    </div>
  )
}
