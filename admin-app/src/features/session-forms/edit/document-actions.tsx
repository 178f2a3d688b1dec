import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { alert, alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { downloadFile, pdfName } from '../../../shared/files/protected-file'
import { isOpenToClient } from '../../../shared/session-documents'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { formFilePath, useRefreshSession, waitsForSeal } from '../session-form-state'
import { RemindButton } from './remind-button'
import { isUnsent, SendButton } from './send-button'

interface DocumentActionsProps {
  readonly form: SessionForm
  /** Called when the person wants to void the document. */
  readonly onVoid: () => void
  readonly onRemoved: () => void
}

/** Each keeps its place, and is disabled while it does not apply: a poll can change the document before a press. */
export function DocumentActions({ form, onVoid, onRemoved }: DocumentActionsProps) {
  const { askAndRemove, removing } = useRemoveForm(form, onVoid, onRemoved)
  const readOnly = useReadOnly()
  const mayOpen = usePermission('documents.open')
  const unsigned = waitsForSeal(form)
  const [opened] = useState(form)
  const download = useMutation({
    mutationFn: () =>
      downloadFile(
        formFilePath(form),
        pdfName(unsigned ? `${form.title ?? 'document'} (unsigned original)` : form.title),
      ),
    onError: (error) => alertFailure('Failed to download the document.', error),
  })
  return (
    <>
      {!readOnly && (isUnsent(opened) || isUnsent(form)) && <SendButton form={form} disabled={!isUnsent(form)} />}
      {!readOnly && (isOpenToClient(opened) || isOpenToClient(form)) && (
        <RemindButton form={form} disabled={!isOpenToClient(form)} />
      )}
      {!readOnly && (isOpenToClient(opened) || canBeVoided(form)) && (
        <Button
          variant="secondary"
          className="quiet-danger"
          aria-disabled={!canBeVoided(form) || undefined}
          onClick={() => canBeVoided(form) && onVoid()}
        >
          Void
        </Button>
      )}
      {!readOnly && (
        <Button
          variant="secondary"
          className="quiet-danger"
          busy={removing}
          busyLabel="Deleting..."
          onClick={askAndRemove}
        >
          Delete
        </Button>
      )}
      {form.has_file && mayOpen && (
        <Button
          variant="secondary"
          busy={download.isPending}
          busyLabel="Downloading..."
          onClick={() => download.mutate()}
        >
          {unsigned ? 'Download Unsigned Original' : 'Download'}
        </Button>
      )}
    </>
  )
}

/** Whether it was sent to the client, or was signed. */
const canBeVoided = ({ envelope_id, status }: SessionForm): boolean => envelope_id !== null && status !== 'voided'

function useRemoveForm(form: SessionForm, onVoid: () => void, onRemoved: () => void) {
  const refresh = useRefreshSession(form.session_id)
  const offerVoid = async () => {
    const instead = await confirm(
      'It was sent to the client for signing, so it stays on record. You can void it instead: the client can no longer sign it, and a signed copy is kept.',
      { title: "This document can't be deleted", confirmLabel: 'Void Instead', cancelLabel: 'Keep' },
    )
    if (instead) onVoid()
  }
  const remove = useMutation({
    mutationFn: () => call(sessionFormApi.remove, { params: { id: form.id } }),
    onSuccess: async () => {
      onRemoved()
      await refresh()
    },
    onError: async (error) => {
      const body = readRefusal(error)?.body
      if (body?.code !== 'WRONG_STATE') return alertFailure('Failed to remove the document.', error)
      // The client may have opened it since the last refetch.
      if (form.status === 'pending' || canBeVoided(form)) await offerVoid()
      else await alert(body.message)
    },
  })
  const askAndRemove = async () => {
    if (canBeVoided(form)) return offerVoid()
    const agreed = await confirm('Are you sure you want to remove this document from this session?', {
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.mutate()
  }
  return { askAndRemove, removing: remove.isPending }
}
