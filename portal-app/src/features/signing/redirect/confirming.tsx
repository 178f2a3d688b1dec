import type { SessionForm } from '@agency/contract/session-forms'
import { useMessages } from '../../../shared/language.ts'
import { useLate } from '../../../shared/use-late.ts'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { NextDocument } from '../next-document.tsx'
import { useFollowing } from './use-following.ts'

interface ConfirmingProps {
  readonly form: SessionForm
  readonly title: string
}

/** After the return, until the server has been told what was done: the screen of the document's new state follows. */
export function Confirming({ form, title }: ConfirmingProps) {
  const t = useMessages()
  const late = useLate(30_000)
  useFollowing()
  return (
    <FormScreen title={title} step help={late}>
      <div className={`card ${styles.stack}`}>
        <div className={styles.waiting} role="status" aria-busy="true">
          <strong>{t('redirect.confirming')}</strong>
          <p>{late ? t('redirect.confirmingLate') : t('redirect.confirmingText')}</p>
        </div>
        {late && (
          <div className={styles.actions}>
            <NextDocument form={form} />
          </div>
        )}
      </div>
    </FormScreen>
  )
}
