import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { Page } from '../../shared/page.tsx'
import { paths } from '../../shared/paths.ts'
import { HelpLine } from '../../shared/phone.tsx'
import { useOpenSession } from '../../shared/session-store.ts'
import styles from './form-screen.module.css'

interface FormScreenProps {
  readonly title: string
  /** The heading, if it is not the title. */
  readonly heading?: string
  /** The screen replaced another step. */
  readonly step?: boolean
  /** Shows the phone number at the end. */
  readonly help?: boolean
  /** A narrow column for reading; otherwise the document has the full width. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function FormScreen({ title, heading = title, step, help, narrow = true, children }: FormScreenProps) {
  const t = useMessages()
  const { session_code: code } = useOpenSession()
  const back = (
    <Link className={styles.back} to={paths.dashboard(code)}>
      <span aria-hidden="true">←</span> {t('allDocuments')}
    </Link>
  )
  return (
    <Page
      className={`${styles.screen} ${narrow ? styles.narrow : ''}`}
      title={title}
      heading={heading}
      step={step}
      before={back}
    >
      {heading !== title && <p className={styles.title}>{title}</p>}
      {children}
      {help && <HelpLine className={styles.help} text={t('needHelp')} />}
    </Page>
  )
}
