import type { SessionForm } from '@agency/contract/session-forms'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { LoadProblem } from '../../../shared/problem-notice.tsx'
import { Button } from '../../../shared/shared-ui.tsx'
import { formFileQuery } from '../signing-api.ts'
import { showPage } from '../viewer/pdf-page-view.tsx'
import { PdfViewer } from '../viewer/pdf-viewer.tsx'
import styles from './document-review.module.css'

/** The fields of a document. */
export interface ReviewFields {
  /** Content over a page that is `width` CSS pixels wide. */
  readonly overlay: (page: PdfPage, width: number) => ReactNode
  readonly progress: ReactNode
  /** The button that goes to the next field. */
  readonly next: ReactNode
  /** Replaces the bar while a field is edited in it. */
  readonly editor: ReactNode
  /** Whether a required field is still open. */
  readonly wanting: boolean
}

interface DocumentReviewProps {
  readonly form: SessionForm
  /** The action once every page was in view. */
  readonly action: { readonly label: string; readonly busy?: boolean; readonly onSelect: () => void }
  /** Content beside the action, such as a button to decline. */
  readonly aside?: ReactNode
  readonly fields?: ReviewFields
}

/** The document, and under it the progress and the action, which waits until every page was in view. */
export function DocumentReview({ form, action, aside, fields }: DocumentReviewProps) {
  const t = useMessages()
  const file = useQuery(formFileQuery(form))
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [pages, setPages] = useState(0)

  function onSeen(number: number, of: number) {
    setPages(of)
    setSeen((before) => (before.has(number) ? before : new Set([...before, number])))
  }

  if (file.isError) return <LoadProblem error={file.error} onRetry={() => file.refetch()} />
  if (!file.data) return <Loading text={t('viewerLoading')} />
  return (
    <>
      <PdfViewer blob={file.data} onSeen={onSeen} overlay={fields?.overlay} />
      <div className={styles.bar}>
        {fields?.editor ?? (
          <ReviewBar seen={seen.size} pages={pages} unseen={firstUnseen(seen, pages)} {...{ action, aside, fields }} />
        )}
      </div>
    </>
  )
}

interface ReviewBarProps extends Pick<DocumentReviewProps, 'action' | 'aside' | 'fields'> {
  readonly seen: number
  readonly pages: number
  /** The first page that was not in view yet. */
  readonly unseen: number | undefined
}

function ReviewBar({ seen, pages, unseen, action, aside, fields }: ReviewBarProps) {
  const t = useMessages()
  const wanting = fields?.wanting ?? false
  return (
    <>
      <div className={styles.progress}>
        {pages > 0 && (
          <>
            <progress value={seen} max={pages} aria-hidden="true" />
            <span>{t('progress', { seen, of: pages })}</span>
            {fields?.progress}
          </>
        )}
      </div>
      {aside}
      <div className={styles.actions}>
        {pages > 0 && fields?.next}
        {unseen !== undefined && !wanting && (
          <Button variant="secondary" size="large" onClick={() => showPage(unseen)}>
            {t('nextPage')}
          </Button>
        )}
        <Button
          size="large"
          variant={wanting ? 'secondary' : 'primary'}
          disabled={pages === 0 || unseen !== undefined || wanting}
          busy={action.busy}
          busyLabel={t('saving')}
          onClick={action.onSelect}
        >
          {action.label}
        </Button>
      </div>
    </>
  )
}

function firstUnseen(seen: ReadonlySet<number>, pages: number): number | undefined {
  for (let number = 1; number <= pages; number += 1) if (!seen.has(number)) return number
  return undefined
}
