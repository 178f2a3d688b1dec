import type { SessionForm } from '@agency/contract/session-forms'
import { isDone, isEnded } from '@agency/contract/session-state'
import { preparePdf } from '@agency/pdf-viewer/prepared-pdf'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { Loading } from '../../shared/loading.tsx'
import { LoadProblem, SendProblem } from '../../shared/problem-notice.tsx'
import { useClient } from '../../shared/session-api.ts'
import { isRedirectSigned, useSessionForms } from '../../shared/session-forms-api.ts'
import { DoneForm } from './done-form.tsx'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { LinkForm } from './link-form.tsx'
import { NextDocument } from './next-document.tsx'
import { DocumentReader } from './reader/document-reader.tsx'
import { RedirectForm } from './redirect/redirect-form.tsx'
import { SignForm } from './sign-form.tsx'
import { formFileQuery, useAcknowledge, useOpenedForm } from './signing-api.ts'

export function FormPage() {
  const t = useMessages()
  const { formId } = useParams()
  const forms = useSessionForms()
  // Loads the client's language for those who open this address directly.
  useClient()
  if (forms.data) {
    const form = forms.data.find(({ id }) => id === formId)
    return form ? <FormByState key={form.id} form={form} /> : <Plain text={t('documentMissing')} />
  }
  return (
    <FormScreen title={t('dashboardTitle')}>
      {forms.isError ? (
        <LoadProblem error={forms.error} onRetry={() => forms.refetch()} />
      ) : (
        <Loading text={t('loadingDocuments')} />
      )}
    </FormScreen>
  )
}

function FormByState({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const title = form.title?.trim() || t('untitled')
  const showsPdf = form.has_file && !isRedirectSigned(form)
  // pdf.js comes beside the data of the screen, not after the PDF.
  useEffect(() => {
    if (showsPdf) preparePdf()
  }, [showsPdf])
  if (form.type === 'Link' && !isEnded(form)) return <LinkForm form={form} title={title} />
  if (isDone(form)) return <DoneForm form={form} title={title} />
  if (isEnded(form)) return <ClosedForm form={form} title={title} />
  if (isRedirectSigned(form)) return <RedirectForm form={form} title={title} />
  if (!form.has_file) return <Plain title={title} text={t('fileMissing')} />
  return form.requires_signature ? <SignForm form={form} title={title} /> : <ReadForm form={form} title={title} />
}

function Plain({ title, text }: { readonly title?: string; readonly text: string }) {
  const t = useMessages()
  return (
    <FormScreen title={title ?? t('dashboardTitle')} help>
      <p className="notice">{text}</p>
    </FormScreen>
  )
}

/** A document that was declined, voided or has expired: what happens next, and the next document. */
function ClosedForm({ form, title }: { readonly form: SessionForm; readonly title: string }) {
  const t = useMessages()
  // If staff set this status, the client did not decline.
  const byClient = form.status === 'declined' && form.status_set_at === null
  const texts: Partial<Record<SessionForm['status'], string>> = {
    declined: byClient ? t('declinedText') : t('voidedText'),
    voided: t('voidedText'),
    expired: t('expiredText'),
  }
  return (
    <FormScreen title={title} step help>
      <p className="notice" data-tone="warning" role="status">
        {texts[form.status]}
      </p>
      {byClient && <p>{t('declinedNext')}</p>}
      <div className={styles.actions}>
        <NextDocument form={form} />
      </div>
    </FormScreen>
  )
}

function ReadForm({ form, title }: { readonly form: SessionForm; readonly title: string }) {
  const t = useMessages()
  const file = useQuery(formFileQuery(form))
  const acknowledge = useAcknowledge(form)
  useOpenedForm(form)
  return (
    <DocumentReader
      form={form}
      title={title}
      file={{ ...file, refetch: () => void file.refetch() }}
      mustRead
      step={{
        label: t('haveRead'),
        busy: acknowledge.isPending,
        busyLabel: t('saving'),
        onSelect: () => acknowledge.start(undefined),
      }}
      notes={acknowledge.isError && <SendProblem error={acknowledge.error} />}
    />
  )
}
