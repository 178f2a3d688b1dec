import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionForm } from 'contract/session-forms'
import { alertFailure, confirm } from '../../shared/dialogs'
import { dash, formatMoment } from '../../shared/format-date'
import { downloadFile, pdfName } from '../../shared/open-file'
import { Button, Modal } from '../../shared/shared-ui'
import styles from './session-form-dialog.module.css'
import { formFilePath, removeForm } from './session-forms-api'
import { StatusBadge } from './status-badge'

interface SessionFormDialogProps {
  readonly form: SessionForm
  readonly onClose: () => void
}

/** One document of a session: when what happened to it, its file, and the way to take it out of the session. */
export function SessionFormDialog({ form, onClose }: SessionFormDialogProps) {
  const remove = useRemoveForm(form, onClose)
  const download = useMutation({
    mutationFn: () => downloadFile(formFilePath(form.id), pdfName(form.title)),
    onError: (error) => alertFailure('Failed to download the document.', error),
  })
  const askAndRemove = async () => {
    const agreed = await confirm('Are you sure you want to remove this document from this session?', {
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.mutate()
  }
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={form.title || 'Untitled'}
      footer={
        <>
          <Button variant="danger" busy={remove.isPending} busyLabel="Removing..." onClick={askAndRemove}>
            Remove
          </Button>
          {form.has_file && (
            <Button busy={download.isPending} busyLabel="Downloading..." onClick={() => download.mutate()}>
              Download
            </Button>
          )}
        </>
      }
    >
      <FormFacts form={form} />
    </Modal>
  )
}

function FormFacts({ form }: { readonly form: SessionForm }) {
  const moments = [
    ['Created', form.created_at],
    ['Sent', form.sent_at],
    ['Opened', form.read_at],
    ['Signed', form.signed_at],
    ['Completed', form.completed_at],
  ] as const
  return (
    <div className={styles.body}>
      {form.error !== null && (
        <p className="notice" data-tone="warning">
          {form.error}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact label="Status">
          <StatusBadge status={form.status} />
        </Fact>
        <Fact label="Type">{form.type}</Fact>
        {form.source !== null && form.type === 'Link' && (
          <Fact label="Address">
            <a href={form.source} target="_blank" rel="noopener noreferrer">
              {form.source}
            </a>
          </Fact>
        )}
        {moments.map(([label, moment]) => (
          <Fact key={label} label={label}>
            {moment === null ? dash : formatMoment(moment)}
          </Fact>
        ))}
        {form.sealed_sha256 !== null && (
          <Fact label="SHA-256 of the sealed document">
            <code>{form.sealed_sha256}</code>
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useRemoveForm(form: SessionForm, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => removeForm(form.id),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['session-forms', form.session_id] })
    },
    onError: (error) => alertFailure('Failed to remove the document.', error),
  })
}
