import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useQuery } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { globalFormsQuery } from '../../../shared/new-form/create-form'
import { AcceptLossesButton } from '../../../shared/pdf-checks/accept-losses-button'
import { AcceptedLosses } from '../../../shared/pdf-checks/accepted-losses'
import { PdfCheckNotice } from '../../../shared/pdf-checks/pdf-check-notice'
import { isOpenToClient } from '../../../shared/session-documents'
import { LinkedText } from '../../../shared/text/linked-text'
import { usePermission } from '../../../shared/use-permission'
import { DeclinedNotice } from '../declined-notice'
import { useRefreshSession } from '../session-form-state'
import { isUnsealed, UnsealedNotice } from '../unsealed-notice'
import { isUnsent } from './send-button'

interface DocumentNoticesProps {
  readonly form: SessionForm
  readonly phone: string | null
  readonly onReplace: () => void
}

export function DocumentNotices({ form, phone, onReplace }: DocumentNoticesProps) {
  const retired = useIsRetired(form)
  const readOnly = useReadOnly()
  return (
    <>
      <PdfCheckNotice
        form={form}
        next="Delete this document and upload another file."
        accept={!readOnly && <AcceptLosses form={form} />}
      />
      <AcceptedLosses form={form} />
      <DeclinedNotice form={form} phone={phone} onReplace={onReplace} />
      {isUnsealed(form) && <UnsealedNotice form={form} />}
      {form.error !== null && !isUnsealed(form) && (
        <p className="notice" data-tone="warning">
          {isUnsent(form) && 'This document could not be sent for signing. '}
          <LinkedText text={form.error} />
        </p>
      )}
      {form.signed_as !== null && (
        <p className="notice" data-tone="warning">
          Signed with the name {form.signed_as}, which is not the name of this client’s record.
        </p>
      )}
      {retired && (
        <p className="notice" data-tone="warning">
          {form.envelope_id === null
            ? 'The e-signature provider no longer has its template, so it can’t be sent. Delete this document and attach another.'
            : 'The e-signature provider no longer has its template. This document was already sent, and can still be signed.'}
        </p>
      )}
      {form.frozen_fields.length > 0 && (
        <p className="notice" data-tone="info">
          The client has signed this document. What the client saw and the certificate states can’t be changed any more.
          You can change its folder and write notes.
        </p>
      )}
      {form.reminder_error !== null && isOpenToClient(form) && (
        <p className="notice" data-tone="warning">
          {form.reminder_error}
        </p>
      )}
    </>
  )
}

/** Uses the refused PDF of a document with what it loses. */
function AcceptLosses({ form: { id, session_id, pdf_check, requires_signature } }: { readonly form: SessionForm }) {
  const refresh = useRefreshSession(session_id)
  const mayCompare = usePermission('documents.open')
  if (!mayCompare) return null
  return (
    <AcceptLossesButton
      check={pdf_check}
      file={`sessionforms/${id}/file?refused=true`}
      requiresSignature={requires_signature}
      accept={(body) => call(sessionFormApi.acceptLosses, { params: { id }, body })}
      onAccepted={refresh}
    />
  )
}

/** Whether the template of an open document is no longer in the library. */
function useIsRetired(form: SessionForm): boolean {
  const isAsked = form.type === 'DocuSign' && form.source_template_id !== null && isOpenToClient(form)
  const { data: offered } = useQuery({ ...globalFormsQuery, enabled: isAsked })
  if (!isAsked || offered === undefined) return false
  return offered.every(({ docusign_template_id }) => docusign_template_id !== form.source_template_id)
}
