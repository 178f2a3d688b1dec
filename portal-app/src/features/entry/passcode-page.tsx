import { formatSessionCode, normalizeSessionCode, readSessionCode } from '@agency/contract/session-code'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import type { Translate } from '../../shared/language.ts'
import { useMessages } from '../../shared/language.ts'
import { Page } from '../../shared/page.tsx'
import { paths } from '../../shared/paths.ts'
import { usePendingLogout } from '../../shared/pending-logout.ts'
import { HelpLine } from '../../shared/phone.tsx'
import { type Ending, useSession } from '../../shared/session-store.ts'
import { useHydrated, useShownScreen } from '../../shared/shown-screen.ts'
import styles from './entry.module.css'
import { PasscodeForm } from './passcode-form.tsx'

interface PasscodePageProps {
  /** Called when the client starts to type: the next screen can be loaded. */
  readonly onEntering: () => void
}

export function PasscodePage({ onEntering }: PasscodePageProps) {
  const { code: given = '' } = useParams()
  const code = normalizeSessionCode(given)
  if (code !== given) return <Navigate to={paths.passcode(code)} replace />
  return <PasscodeScreen key={code} code={code} onEntering={onEntering} />
}

function PasscodeScreen({ code, onEntering }: PasscodePageProps & { readonly code: string }) {
  const t = useMessages()
  const { session, ending, isNew } = useSession()
  const isShownGone = useShownScreen()?.screen === 'gone'
  const [gone, setGone] = useState(isShownGone)
  const hydrated = useHydrated()
  const isLogoutPending = usePendingLogout() === code
  const reason = ending?.code === code ? ending.reason : undefined
  if (gone || reason === 'gone') return <GoneScreen isStep={!isShownGone} />

  return (
    <Page className={styles.page} title={t('passcodeHeading')} heading={t('passcodeHeading')}>
      {(isLogoutPending || reason) && (
        <p className="notice" data-tone={reason === 'left' && !isLogoutPending ? 'info' : 'warning'} role="status">
          {isLogoutPending ? t('logoutPending') : reason && endingText(reason, t)}
        </p>
      )}
      <div className={`card ${styles.form}`}>
        <p className={`needs-script ${styles.which}`}>
          <span>{t('codeLabel')}</span> {/* The server renders one page for all codes. */}
          <strong>{hydrated ? formatSessionCode(code) : '\u00a0'}</strong>
        </p>
        <PasscodeForm code={code} onEntering={onEntering} onGone={() => setGone(true)} />
      </div>
      {hydrated && readSessionCode(code) === undefined && (
        <p className={styles.help} role="status">
          {t('codeWrong')}
        </p>
      )}
      <p className={styles.help}>
        <Link to={paths.code()}>{t('otherCode')}</Link>
      </p>
      <HelpLine className={styles.help} text={t('needHelp')} />
      {/* It comes with the script: above the form it would move it. */}
      {session?.session_code === code && !isNew && (
        <p className="notice" data-tone="info">
          <Link to={paths.dashboard(code)}>{t('continueSession')}</Link>
        </p>
      )}
    </Page>
  )
}

function endingText(reason: Exclude<Ending['reason'], 'gone'>, t: Translate): string {
  const texts = {
    expired: t('sessionExpired'),
    replaced: t('sessionReplaced'),
    // Of the later screens, one of which was shown before.
    cookies: t('cookiesNeeded'),
    left: t('sessionLeft'),
  }
  return texts[reason]
}

/** @param props.isStep the screen replaced the passcode's, which had the focus */
function GoneScreen({ isStep }: { readonly isStep: boolean }) {
  const t = useMessages()
  return (
    <Page className={styles.page} title={t('goneHeading')} heading={t('goneHeading')} step={isStep}>
      <div className="card" role="alert">
        <p>{t('goneText')}</p>
      </div>
      <HelpLine className={styles.help} text={t('needHelp')} />
      <p className={styles.help}>
        <Link to={paths.code()}>{t('otherCode')}</Link>
      </p>
    </Page>
  )
}
