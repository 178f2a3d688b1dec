import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { Page } from '../../shared/page.tsx'
import { paths } from '../../shared/paths.ts'
import { HelpLine } from '../../shared/phone.tsx'
import { useOpenSession } from '../../shared/session-store.ts'
import styles from './form-screen.module.css'

interface FormScreenProps {
  /** The document's title. */
  readonly title: string
  /** The heading, where it is not the title. */
  readonly heading?: string
  /** The screen took the place of another step. */
  readonly step?: boolean
  /** Shows the phone line at the end. */
  readonly help?: boolean
  /** A column narrow enough to read; without it the document has the whole width. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

/** The frame of every document's screen: the way back to the list, the heading, the content. */
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
