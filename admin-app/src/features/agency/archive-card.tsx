import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { fieldFailure } from '../../shared/api-error'
import { capabilitiesQuery } from '../../shared/capabilities'
import { useConfirmation } from '../../shared/confirmation/confirmation-dialog'
import { Field } from '../../shared/controls/field'
import { today } from '../../shared/dates/today'
import { downloadFile } from '../../shared/files/protected-file'
import { Button } from '../../shared/shared-ui'
import { showToast } from '../../shared/toasts/toasts'
import styles from './agency-page.module.css'

/** Downloads the whole agency as an encrypted archive. */
export function ArchiveCard() {
  const hasKey = useQuery(capabilitiesQuery()).data?.backup_key ?? false
  const { confirm, dialog } = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { recipient: '' } })
  const download = useMutation({
    mutationFn: async (recipient: string) => {
      const confirmation = await confirm()
      if (confirmation === null) return
      const body = { confirmation, ...(recipient !== '' && { recipient }) }
      await downloadFile('agency-archive', `Agency ${today()}.tar.age`, { body })
      showToast({ text: 'The archive is downloaded. Keep its secret key apart from it.' })
    },
    onError: (error) => setError('recipient', { message: fieldFailure(error) }),
  })
  return (
    <section className={`card ${styles.card}`} aria-labelledby="archive-title">
      <h2 id="archive-title">Archive of the whole agency</h2>
      <p>
        All clients, policies, sessions, documents and the audit trail, in one encrypted file. A new installation takes
        it in with <code>npm run import</code>. Whoever has its secret key can read everything.
      </p>
      <form className={styles.card} onSubmit={handleSubmit(({ recipient }) => download.mutate(recipient.trim()))}>
        <Field
          label={hasKey ? 'Public key (optional)' : 'Public key'}
          hint={
            hasKey
              ? 'Without one, the archive is encrypted for the key of the backups.'
              : 'It begins with age1. The command age-keygen makes it, with its secret key, which you keep apart.'
          }
          error={formState.errors.recipient?.message}
        >
          {(ties) => (
            <input
              {...ties}
              {...register('recipient', { required: hasKey ? false : 'Enter a public key.' })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <div className={styles.actions}>
          <Button type="submit" variant="secondary" busy={download.isPending}>
            Download the archive
          </Button>
        </div>
      </form>
      {dialog}
    </section>
  )
}
