import type { SessionForm } from '@agency/contract/session-forms'
import { useLate } from '../../../shared/use-late.ts'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { NextDocument } from '../next-document.tsx'
import { useElsewhereWords } from './elsewhere-words.ts'
import { useFollowing } from './use-following.ts'

interface ConfirmingProps {
  readonly form: SessionForm
  readonly title: string
}

/** After the return, until the server has been told what was done: the screen of the document's new state follows. */
export function Confirming({ form, title }: ConfirmingProps) {
  const words = useElsewhereWords()
  const late = useLate(30_000)
  useFollowing()
  return (
    <FormScreen title={title} step help={late}>
      <div className={`card ${styles.stack}`}>
        <div className={styles.waiting} role="status" aria-busy="true">
          <strong>{words.confirming}</strong>
          <p>{late ? words.confirmingLate : words.confirmingText}</p>
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
