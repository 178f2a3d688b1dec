import { normalizeSessionCode } from '@agency/contract/session-code'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { Page } from '../../shared/page.tsx'
import { paths } from '../../shared/paths.ts'
import { HelpLine } from '../../shared/phone.tsx'
import { OwnButton, prefetchSharedUi } from '../../shared/shared-ui.tsx'
import { useShownScreen } from '../../shared/shown-screen.ts'
import styles from './entry.module.css'

/** `/session/`: asks for the session code. The form also works without script: the server redirects. */
export function CodePage() {
  const t = useMessages()
  const navigate = useNavigate()
  const [missing, setMissing] = useState(useShownScreen()?.fault != null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = normalizeSessionCode(String(new FormData(event.currentTarget).get('code') ?? ''))
    setMissing(code === '')
    if (code === '') event.currentTarget.querySelector('input')?.focus()
    else await navigate(paths.passcode(code))
  }

  return (
    <Page className={styles.page} title={t('codeHeading')} heading={t('codeHeading')}>
      <form className={`card ${styles.form}`} method="post" noValidate onSubmit={submit}>
        <div className="field">
          <label htmlFor="code">{t('codeLabel')}</label>
          <input
            id="code"
            name="code"
            onFocus={prefetchSharedUi}
            className={styles.code}
            placeholder={t('codePlaceholder')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            inputMode="text"
            enterKeyHint="go"
            aria-invalid={missing}
            aria-describedby={missing ? 'code-error code-hint' : 'code-hint'}
          />
          {missing && (
            <p className="field-error" id="code-error" role="alert">
              {t('codeMissing')}
            </p>
          )}
          <p className="field-hint" id="code-hint">
            {t('codeHint')}
          </p>
        </div>
        <OwnButton type="submit" size="large">
          {t('codeSubmit')}
        </OwnButton>
      </form>
      <HelpLine className={styles.help} text={t('needHelp')} />
      <p className={styles.help}>
        <Link to={paths.verify()}>{t('verifyDocument')}</Link>
      </p>
    </Page>
  )
}
