import type { SessionForm } from '@agency/contract/session-forms'
import { isCounted, isDone, isOpen } from '@agency/contract/session-state'
import { saveFile } from '@agency/http-client/save-file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/language.ts'
import { Loading, useLate } from '../../shared/loading.tsx'
import { PacketButton } from '../../shared/packet-button.tsx'
import { HelpLine } from '../../shared/phone.tsx'
import { LoadProblem } from '../../shared/problem-notice.tsx'
import { SaveButton } from '../../shared/save-button.tsx'
import {
  isBeingSealed,
  isMarkedDone,
  isPacketReady,
  isRedirectSigned,
  useSessionForms,
} from '../../shared/session-forms-api.ts'
import { EmailCopy } from './email-copy.tsx'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { NextDocument } from './next-document.tsx'
import { formFileQuery } from './signing-api.ts'
import { PdfViewer } from './viewer/pdf-viewer.tsx'

interface DoneFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** Signed, read, or marked as completed by the agency; at the end what happens next, and the downloads. */
export function DoneForm({ form, title }: DoneFormProps) {
  const t = useMessages()
  const { data: forms = [] } = useSessionForms()
  const sealing = isBeingSealed(form)
  const hasFile = form.has_file && !sealing
  const isLast = !forms.some(isOpen)
  const withPacket = isLast && isPacketReady(forms)
  return (
    <FormScreen title={title} heading={useDoneHeading(form, title)} step narrow={false}>
      {isMarkedDone(form) && <p className="notice">{t('markedText')}</p>}
      {isLast && (
        <>
          <p>{t('allDoneNext')}</p>
          <DoneDocuments forms={forms} />
          <HelpLine text={t('needHelp')} />
        </>
      )}
      {/* A poll brings the seal, and with it the downloads: each comes behind what could be pressed before. */}
      <div className={`${styles.actions} ${styles.rows}`}>
        <NextDocument form={form} />
        {hasFile && <DownloadButton form={form} title={title} />}
        {withPacket && <PacketButton />}
      </div>
      {sealing && <Sealing form={form} />}
      {withPacket && <EmailCopy />}
      {hasFile && <DonePdf form={form} />}
    </FormScreen>
  )
}

/** 'Signed. 2 of 4 documents done', or that all are done. */
function useDoneHeading(form: SessionForm, title: string): string {
  const t = useMessages()
  const { data: forms = [] } = useSessionForms()
  if (isMarkedDone(form)) return title
  const counts = { done: forms.filter(isDone).length, of: forms.filter(isCounted).length }
  if (counts.done === counts.of) return t('allDone', { of: counts.of })
  return form.requires_signature ? t('signedCount', counts) : t('readCount', counts)
}

/** The client has signed: the sealed copy is being made, and nothing has to wait for it. */
function Sealing({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const late = useLate(30_000)
  const text = isRedirectSigned(form) ? t('redirect.copying') : t('finishingText')
  return (
    <div className={styles.waiting} role="status" aria-busy="true">
      <p>{late ? t('finishingLate') : text}</p>
    </div>
  )
}

function DonePdf({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const file = useQuery(formFileQuery(form))
  if (file.isError) return <LoadProblem error={file.error} onRetry={() => file.refetch()} />
  if (!file.data) return <Loading text={t('viewerLoading')} />
  return <PdfViewer blob={file.data} />
}

/** Downloads the document under its title. */
function DownloadButton({ form, title }: DoneFormProps) {
  const t = useMessages()
  const queries = useQueryClient()
  const save = async () => saveFile(await queries.fetchQuery(formFileQuery(form)), `${title}.pdf`)
  return <SaveButton label={t('download')} save={save} />
}

/** At the end: the documents that were signed or read, and when the copies of the signed ones come. */
function DoneDocuments({ forms }: { readonly forms: readonly SessionForm[] }) {
  const t = useMessages()
  const done = forms.filter((form) => isDone(form) && !isMarkedDone(form))
  const signed = done.filter(({ requires_signature }) => requires_signature)
  const read = done.filter(({ requires_signature }) => !requires_signature)
  return (
    <>
      <DocumentTitles heading={t('doneSigned')} forms={signed} />
      <DocumentTitles heading={t('doneRead')} forms={read} />
      {signed.length > 0 && <p>{t('doneCopies')}</p>}
    </>
  )
}

function DocumentTitles({ heading, forms }: { readonly heading: string; readonly forms: readonly SessionForm[] }) {
  const t = useMessages()
  if (forms.length === 0) return null
  return (
    <section className={styles.doneDocuments}>
      <h2>{heading}</h2>
      <ul>
        {forms.map(({ id, title }) => (
          <li key={id}>{title?.trim() || t('untitled')}</li>
        ))}
      </ul>
    </section>
  )
}
