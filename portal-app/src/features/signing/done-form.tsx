import type { SessionForm } from '@agency/contract/session-forms'
import { saveFile } from '@agency/http-client/save-file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/language.ts'
import { Loading, useLate } from '../../shared/loading.tsx'
import { LoadProblem } from '../../shared/problem-notice.tsx'
import { SaveButton } from '../../shared/save-button.tsx'
import { isBeingSealed, isMarkedDone, isRedirectSigned } from '../../shared/session-forms-api.ts'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { NextDocument } from './next-document.tsx'
import { formFileQuery } from './signing-api.ts'
import { PdfViewer } from './viewer/pdf-viewer.tsx'

interface DoneFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A document that is done: being sealed, ready to download, or marked as completed by the agency. */
export function DoneForm({ form, title }: DoneFormProps) {
  const t = useMessages()
  const sealing = isBeingSealed(form)
  const marked = isMarkedDone(form)
  return (
    <FormScreen
      title={title}
      heading={sealing || marked ? title : t('doneHeading')}
      step
      narrow={false}
      key={form.status}
    >
      {marked && <p className="notice">{t('markedText')}</p>}
      {sealing ? (
        <Sealing form={form} />
      ) : (
        <div className={styles.actions}>
          <NextDocument form={form} />
          {form.has_file && <DownloadButton form={form} title={title} />}
        </div>
      )}
      {form.has_file && !sealing && <DonePdf form={form} />}
    </FormScreen>
  )
}

function Sealing({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const late = useLate(30_000)
  const text = isRedirectSigned(form) ? t('redirect.copying') : t('finishingText')
  return (
    <div className={`card ${styles.stack}`}>
      <div className={styles.waiting} role="status" aria-busy="true">
        <strong>{t('finishing')}</strong>
        <p>{late ? t('finishingLate') : text}</p>
      </div>
      <div className={styles.actions}>
        <NextDocument form={form} />
      </div>
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

interface DownloadButtonProps {
  readonly form: SessionForm
  readonly title: string
}

/** Downloads the document under its title. */
function DownloadButton({ form, title }: DownloadButtonProps) {
  const t = useMessages()
  const queries = useQueryClient()
  const save = async () => saveFile(await queries.fetchQuery(formFileQuery(form)), `${title}.pdf`)
  return <SaveButton label={t('download')} save={save} />
}
