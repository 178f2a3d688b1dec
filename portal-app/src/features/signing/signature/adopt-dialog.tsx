import type { SubmitEvent } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { fullName, useClient } from '../../../shared/session-api.ts'
import { Button, Modal } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import type { Adopted } from './adopted-signature.ts'
import { useSignatureDraft } from './signature-draft.ts'
import { focusMissing, SignatureForm } from './signature-form.tsx'

interface AdoptDialogProps {
  readonly withInitials: boolean
  readonly onClose: () => void
  readonly onAdopted: (adopted: Adopted) => void
}

/** Adopts a signature, and initials if the document has fields for them, for all documents of the session. */
export function AdoptDialog({ withInitials, onClose, onAdopted }: AdoptDialogProps) {
  const t = useMessages()
  const client = useClient()
  const footer = (
    <Button type="submit" form="adopt" size="large">
      {t('fields.adopt')}
    </Button>
  )
  return (
    <Modal open onOpenChange={onClose} title={t('fields.adoptHeading')} closeLabel={t('close')} footer={footer}>
      {client.isPending ? (
        <Loading text={t('loading')} />
      ) : (
        <AdoptForm
          clientName={client.data ? fullName(client.data) : ''}
          withInitials={withInitials}
          onAdopted={onAdopted}
        />
      )}
    </Modal>
  )
}

interface AdoptFormProps {
  readonly clientName: string
  readonly withInitials: boolean
  readonly onAdopted: (adopted: Adopted) => void
}

function AdoptForm({ clientName, withInitials, onAdopted }: AdoptFormProps) {
  const making = useSignatureDraft(clientName, withInitials)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const adopted = making.finish()
    if (adopted) onAdopted(adopted)
    else focusMissing(event.currentTarget)
  }

  return (
    <form id="adopt" className={styles.stack} noValidate onSubmit={submit}>
      <SignatureForm making={making} />
    </form>
  )
}
