import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { Page } from '../../shared/page.tsx'
import { paths } from '../../shared/paths.ts'
import { HelpLine } from '../../shared/phone.tsx'
import { DocumentChooser } from './document-chooser.tsx'
import { canFingerprint } from './fingerprint.ts'
import { useVerification } from './use-verification.ts'
import { VerificationResult } from './verification-result.tsx'
import styles from './verify.module.css'

/** `/session/verify`: verifies that a document was sealed here and is unchanged. */
export function VerifyPage() {
  const t = useMessages()
  const { verified, verify } = useVerification()
  const result = useRef<HTMLElement>(null)

  function retry(file: File) {
    // The pressed button disappears; the result takes the focus.
    result.current?.focus()
    void verify(file)
  }

  return (
    <Page className={styles.page} title={t('verifyDocument')} heading={t('verifyDocument')}>
      <p>{t('verify.intro')}</p>
      {canFingerprint() ? (
        <>
          <DocumentChooser onChoose={verify} />
          <section
            ref={result}
            className={styles.result}
            tabIndex={-1}
            aria-live="polite"
            aria-label={t('verify.result')}
          >
            {verified && <VerificationResult verified={verified} onRetry={retry} />}
          </section>
        </>
      ) : (
        <p className="notice" data-tone="warning" role="alert">
          {t('verify.insecure')}
        </p>
      )}
      <HelpLine className={styles.help} text={t('needHelp')} />
      <p className={styles.help}>
        <Link to={paths.code()}>{t('codeHeading')}</Link>
      </p>
    </Page>
  )
}
