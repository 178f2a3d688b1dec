import { useQuery } from '@tanstack/react-query'
import type { SessionForm } from 'contract/session-forms'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../shared/i18n/language.ts'
import { LoadProblem } from '../../shared/load-problem.tsx'
import { Button } from '../../shared/shared-ui.tsx'
import styles from './document-review.module.css'
import { showPage } from './pdf-page-view.tsx'
import { PdfViewer } from './pdf-viewer.tsx'
import { formFileQuery } from './signing-api.ts'

interface DocumentReviewProps {
  readonly form: SessionForm
  /** What the client does once every page could be reached. */
  readonly action: { readonly label: string; readonly busy?: boolean; readonly onSelect: () => void }
  /** Stands beside the action, such as a way to decline. */
  readonly aside?: ReactNode
}

/** The document and, under it, how far the client has come and what can be done when all of it was in reach. */
export function DocumentReview({ form, action, aside }: DocumentReviewProps) {
  const messages = useMessages()
  const file = useQuery(formFileQuery(form))
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [pages, setPages] = useState(0)

  function onSeen(number: number, of: number) {
    setPages(of)
    setSeen((before) => (before.has(number) ? before : new Set([...before, number])))
  }

  if (file.isError) return <LoadProblem error={file.error} onRetry={() => file.refetch()} />
  if (!file.data) return <p role="status">{messages.viewerLoading}</p>
  const unseen = firstUnseen(seen, pages)
  return (
    <>
      <PdfViewer blob={file.data} onSeen={onSeen} />
      <div className={styles.bar}>
        <div className={styles.progress}>
          {pages > 0 && (
            <>
              <progress value={seen.size} max={pages} aria-hidden="true" />
              <span>{messages.progress(seen.size, pages)}</span>
            </>
          )}
        </div>
        {aside}
        <div className={styles.actions}>
          {unseen !== undefined && (
            <Button variant="secondary" size="large" onClick={() => showPage(unseen)}>
              {messages.nextPage}
            </Button>
          )}
          <Button
            size="large"
            disabled={pages === 0 || unseen !== undefined}
            busy={action.busy}
            busyLabel={messages.saving}
            onClick={action.onSelect}
          >
            {action.label}
          </Button>
        </div>
      </div>
    </>
  )
}

function firstUnseen(seen: ReadonlySet<number>, pages: number): number | undefined {
  for (let number = 1; number <= pages; number += 1) if (!seen.has(number)) return number
  return undefined
}
