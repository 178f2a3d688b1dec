import type { SessionForm } from '@agency/contract/session-forms'
import { isCounted, isDone, isOpen } from '@agency/contract/session-state'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import buttonStyles from '../../shared/button-link.module.css'
import { useLanguage, useMessages } from '../../shared/language.ts'
import { Loading } from '../../shared/loading.tsx'
import { useOpenDocument } from '../../shared/open-document.ts'
import { Page } from '../../shared/page.tsx'
import { PhoneLink } from '../../shared/phone.tsx'
import { LoadProblem } from '../../shared/problem-notice.tsx'
import { fullName, sessionQuery, useClient, useSessionDetails } from '../../shared/session-api.ts'
import { isPacketReady, useSessionForms } from '../../shared/session-forms-api.ts'
import { useOpenSession } from '../../shared/session-store.ts'
import { FolderGroup, groupByFolder, useReadyFolders } from '../../shared/shared-ui.tsx'
import styles from './document-list.module.css'
import { DocumentRow } from './document-row.tsx'
import { opensReader, useReaderAhead } from './reader-ahead.ts'

// Loaded when all documents are completed.
const PacketButton = lazy(async () => ({ default: (await import('../../shared/packet-button.tsx')).PacketButton }))

const closedKey = 'portalOpenTwiceClosed'

interface DashboardPageProps {
  /** Called when a document is likely to be opened in the reader: its code can be loaded. May be called often. */
  readonly onReaderAhead: () => void
}

/** `/session/{code}/dashboard`: the documents of the session and the client's progress. */
export function DashboardPage({ onReaderAhead }: DashboardPageProps) {
  const t = useMessages()
  const forms = useSessionForms()
  const hasFolders = useReadyFolders()
  const client = useClient()
  // The name may take a second line of the heading, which would move documents that are there already.
  const isReady = hasFolders && !client.isPending
  const queries = useQueryClient()
  const { session_code: code } = useOpenSession()
  const loadReader = useCallback(() => {
    onReaderAhead()
    // A document to sign waits for it: whether the client has consented.
    void queries.prefetchQuery(sessionQuery(code))
  }, [onReaderAhead, queries, code])
  useReaderAhead(forms.data, loadReader)
  return (
    <>
      <Page className={styles.page} title={t('dashboardTitle')} heading={<Greeting />}>
        {(forms.isPending || (forms.data && !isReady)) && <Loading text={t('loadingDocuments')} />}
        {forms.isError && !forms.data && <LoadProblem error={forms.error} onRetry={() => forms.refetch()} />}
        {forms.data && isReady && <Documents forms={forms.data} onReaderAhead={loadReader} />}
      </Page>
      {forms.data && <OpenTwice />}
      {forms.data?.some(isOpen) && <EndsSoon />}
    </>
  )
}

/** The link may have been copied. It comes late, so it moves nothing that can be pressed (docs/decisions/010). */
function OpenTwice() {
  const t = useMessages()
  const { data } = useSessionDetails()
  const { session_code: code } = useOpenSession()
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey) === code)
  if (closed || data === undefined || data.open_devices < 2) return null
  const close = () => {
    sessionStorage.setItem(closedKey, code)
    setClosed(true)
  }
  return (
    <div className={`notice ${styles.late}`} data-tone="warning" role="status">
      <span>
        {t('openTwice')} <PhoneLink />
      </span>
      <button type="button" className="link-button" onClick={close}>
        {t('close')}
      </button>
    </div>
  )
}

const dayLength = 86_400_000

/** Within the last day: the moment at which the documents can be signed no more. */
function EndsSoon() {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const { data } = useSessionDetails()
  const end = new Date(data?.expires_at ?? Number.NaN)
  if (!(end.getTime() - Date.now() < dayLength)) return null
  const when = end.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
  return <p className={`notice ${styles.late}`}>{t('endsSoon', { when })}</p>
}

function Greeting() {
  const t = useMessages()
  const client = useClient()
  if (client.isPending) return t('greeting', { name: t('loading') })
  const name = client.data ? fullName(client.data) : ''
  return t('greeting', { name: name || t('unknownClient') })
}

function Documents({ forms, onReaderAhead }: DashboardPageProps & { readonly forms: readonly SessionForm[] }) {
  const t = useMessages()
  if (forms.length === 0) {
    return (
      <div className="empty-state">
        <p>{t('noDocuments')}</p>
      </div>
    )
  }
  const done = forms.every(isDone)
  const [next] = forms.filter(isOpen)
  const openFirst = [...forms].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  return (
    <>
      <p className="notice" data-tone={done ? 'success' : 'info'} role="status">
        {done ? t('allCompleted') : next ? t('pendingDocuments') : t('nothingOpen')}
      </p>
      {next && <Start form={next} forms={forms} onTap={opensReader(next) ? onReaderAhead : undefined} />}
      {isPacketReady(forms) && (
        <div className={styles.packet}>
          <Suspense>
            <PacketButton />
          </Suspense>
        </div>
      )}
      {groupByFolder(openFirst, { unfiled: t('ungrouped'), order: 'first-item' }).map((folder) => (
        <FolderGroup key={folder.name} name={folder.name} count={folder.items.length} headingLevel={2}>
          <ul className={styles.list}>
            {folder.items.map((form) => (
              <DocumentRow key={form.id} form={form} onTap={opensReader(form) ? onReaderAhead : undefined} />
            ))}
          </ul>
        </FolderGroup>
      ))}
    </>
  )
}

interface StartProps {
  readonly form: SessionForm
  readonly forms: readonly SessionForm[]
  readonly onTap: (() => void) | undefined
}

/** How many documents are done, and one button that opens the next. */
function Start({ form, forms, onTap }: StartProps) {
  const t = useMessages()
  // Its row says why it can't be opened.
  const { link, isOpening } = useOpenDocument(form)
  const counts = { done: forms.filter(isDone).length, of: forms.filter(isCounted).length }
  return (
    <div className={styles.start}>
      <label>
        <span>{t('doneOf', counts)}</span>
        <progress value={counts.done} max={counts.of} />
      </label>
      <Link className={buttonStyles.buttonLink} onPointerUp={onTap} {...link}>
        {isOpening ? t('openingDocument') : t(counts.done > 0 || form.status === 'viewed' ? 'continue' : 'start')}
      </Link>
    </div>
  )
}
