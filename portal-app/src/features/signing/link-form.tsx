import type { SessionForm } from '@agency/contract/session-forms'
import { isDone } from '@agency/contract/session-state'
import buttonStyles from '../../shared/button-link.module.css'
import { useMessages } from '../../shared/language.ts'
import { SendProblem } from '../../shared/problem-notice.tsx'
import { Button } from '../../shared/shared-ui.tsx'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { NextDocument } from './next-document.tsx'
import { useAcknowledge, useOpenedForm } from './signing-api.ts'

/** A document on another website: the client opens it in a new tab. */
export function LinkForm({ form, title }: { readonly form: SessionForm; readonly title: string }) {
  const t = useMessages()
  const acknowledge = useAcknowledge(form)
  useOpenedForm(form)
  const address = webAddress(form.source)
  const done = isDone(form)
  const opened = () => !done && acknowledge.start(undefined)
  if (!address) {
    return (
      <FormScreen title={title} help>
        <p className="notice">{t('fileMissing')}</p>
      </FormScreen>
    )
  }
  return (
    <FormScreen title={title}>
      <div className={`card ${styles.stack}`}>
        <p>{t('linkText', { host: address.host })}</p>
        <div className={styles.actions}>
          <a
            className={buttonStyles.buttonLink}
            data-variant={done ? 'secondary' : 'primary'}
            href={address.href}
            target="_blank"
            rel="noopener noreferrer"
            onClick={opened}
          >
            {t('linkOpen')} <span className="visually-hidden">({t('linkNewTab')})</span>
          </a>
          {/* It comes while the client is away, after what was pressed. */}
          {done && <NextDocument form={form} />}
        </div>
        {done && (
          <p className="notice" data-tone="success" role="status">
            {t('completed')}
          </p>
        )}
        {acknowledge.isError && (
          <>
            <SendProblem error={acknowledge.error} />
            <Button variant="secondary" onClick={() => acknowledge.start(undefined)}>
              {t('tryAgain')}
            </Button>
          </>
        )}
      </div>
    </FormScreen>
  )
}

/** The address if it is http or https. `URL.canParse` is missing in browsers that are supported (README.md). */
function webAddress(source: string | null): URL | undefined {
  try {
    const address = new URL(source ?? '')
    return address.protocol === 'https:' || address.protocol === 'http:' ? address : undefined
  } catch {
    return undefined
  }
}
