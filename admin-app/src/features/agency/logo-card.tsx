import { agencyApi } from '@agency/contract/agency'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { call, callUpload } from '../../shared/call'
import { confirm } from '../../shared/dialogs/dialogs'
import { serverMessage } from '../../shared/dialogs/save-dialog'
import { Button } from '../../shared/shared-ui'
import { showToast } from '../../shared/toasts/toasts'
import styles from './agency-page.module.css'
import { agencyFile, useShowChange } from './agency-queries'

/** The logo as clients see it. A chosen picture is in force at once. */
export function LogoCard({ logo }: { readonly logo: string | null }) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const showChange = useShowChange()
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) return call(agencyApi.update, { body: { logo: null } })
      const form = new FormData()
      form.set('file', file)
      return callUpload(agencyApi.setLogo, { form })
    },
    onMutate: () => setError(null),
    onSuccess: (_saved, file) => {
      showToast({ text: file === null ? 'Logo removed.' : 'Logo saved.' })
      return showChange()
    },
    onError: (failure) => setError(serverMessage()(failure) ?? 'The logo could not be saved. Please try again.'),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file !== undefined) change.mutate(file)
    target.value = ''
  }
  const askToRemove = async () => {
    const question = 'Remove the logo? To show it again, you need its file.'
    if (await confirm(question, { confirmLabel: 'Remove', danger: true })) change.mutate(null)
  }
  return (
    <section className={`card ${styles.card}`} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>Logo</h2>
      <div className={styles.preview}>
        {logo === null ? <p>No logo: clients see the initials.</p> : <img src={agencyFile(logo)} alt="The logo" />}
      </div>
      <div className="field">
        <label htmlFor={id}>{logo === null ? 'Choose a picture' : 'Choose another picture'}</label>
        <input
          id={id}
          type="file"
          accept=".svg,.png,.jpg,.jpeg,.webp"
          disabled={change.isPending}
          aria-describedby={`${id}hint`}
          onChange={choose}
        />
        <p id={`${id}hint`} className="field-hint">
          SVG, PNG, JPEG or WebP, at most 100 kB. Emails show PNG and JPEG only.
        </p>
        {error !== null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {logo !== null && (
        <div className={styles.actions}>
          <Button variant="secondary" busy={change.isPending} onClick={askToRemove}>
            Remove logo
          </Button>
        </div>
      )}
    </section>
  )
}
