import { invitationApi } from '@agency/contract/staff-access'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { adminsKey, adminsQuery } from '../../shared/admin-queries'
import { callQuery } from '../../shared/call'
import { capabilitiesQuery } from '../../shared/capabilities'
import { clientCountsQuery } from '../../shared/client-counts'
import { type DialogRequest, requestState } from '../../shared/dialogs/requested-dialog'
import { isIncomplete, useEnvironment } from '../../shared/environment'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { paths } from '../../shared/paths'
import { usePermissions } from '../../shared/use-permission'
import styles from './first-steps.module.css'
import { keepProgress, useProgress } from './first-steps-state'

interface Step {
  readonly name: string
  readonly title: string
  readonly text: string
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined
  readonly button: string
  readonly to: string
  readonly dialog?: DialogRequest
  /** Another way to the same. */
  readonly other?: { readonly label: string; readonly to: string }
}

/** What an office needs before its first session, with a button for each step. It goes when all are done or skipped. */
export function FirstSteps() {
  const progress = useProgress((state) => state.progress)
  const skipped = progress === 'done' || progress === null ? [] : progress
  const steps = useSteps()
  const isOpen = ({ name, isDone }: Step) => isDone !== true && !skipped.includes(name)
  const left = steps.filter(isOpen)
  const isKnown = steps.every(({ isDone }) => isDone !== undefined)
  const isFinished = isKnown && left.length === 0
  useEffect(() => {
    if (isFinished) keepProgress('done')
    else if (progress === null) keepProgress([])
  }, [isFinished, progress])
  if (isFinished) return null
  const skip = (name: string) => keepProgress([...skipped, name])
  return (
    <section className={`card ${styles.card}`} aria-labelledby="first-steps">
      <header className={styles.header}>
        <h2 id="first-steps">First steps</h2>
        <p role="status">{isKnown ? `${steps.length - left.length} of ${steps.length} done` : '\u00a0'}</p>
      </header>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} isOpen={isOpen(step)} isNext={step === left[0]} onSkip={skip} />
        ))}
      </ol>
    </section>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly isOpen: boolean
  readonly isNext: boolean
  readonly onSkip: (name: string) => void
}

function StepRow({
  step: { name, title, text, isDone, button, to, dialog, other },
  isOpen,
  isNext,
  onSkip,
}: StepRowProps) {
  return (
    <li className={styles.step} data-state={isOpen ? 'open' : 'done'}>
      <span className={styles.mark} aria-hidden="true">
        {!isOpen && <Check size={16} />}
      </span>
      <div className={styles.words}>
        <strong>{title}</strong>
        {!isOpen && <span className="visually-hidden">{isDone ? 'Done' : 'Skipped'}</span>}
        {isOpen && <p>{text}</p>}
      </div>
      {isOpen && (
        <div className={styles.actions}>
          <Link className={styles.go} data-next={isNext || undefined} to={to} state={dialog && requestState(dialog)}>
            {button}
          </Link>
          {other && <Link to={other.to}>{other.label}</Link>}
          <button type="button" className="link-button" aria-label={`Skip: ${title}`} onClick={() => onSkip(name)}>
            Skip
          </button>
        </div>
      )}
    </li>
  )
}

/** The steps that the person may do. */
function useSteps(): readonly Step[] {
  const may = usePermissions()
  const { agency } = useEnvironment()
  const { data: capabilities } = useQuery(capabilitiesQuery())
  const { data: forms } = useQuery({ ...globalFormsQuery, enabled: may('forms.write') })
  const { data: counts } = useQuery(clientCountsQuery())
  const { data: admins } = useQuery({ ...adminsQuery, enabled: may('admins.manage') })
  const { data: invitations } = useQuery({
    ...callQuery([...adminsKey, 'invitations'], invitationApi.list),
    enabled: may('admins.manage'),
  })
  const isAlone = admins && invitations && admins.length + invitations.length <= 1
  const steps: readonly (Step & { readonly permission: Parameters<typeof may>[0] })[] = [
    {
      name: 'agency',
      permission: 'agency.write',
      title: 'Your agency',
      text: 'Clients read its name and phone number in every message and on what they sign.',
      isDone: !isIncomplete(agency),
      button: 'Set up the agency',
      to: paths.agency,
    },
    {
      name: 'mail',
      permission: 'agency.write',
      title: 'Mail',
      text: 'Without a mail server, links and passcodes are given by hand.',
      isDone: capabilities && capabilities.mail_reaches !== false,
      button: 'See how mail is set up',
      to: paths.channels,
    },
    {
      name: 'form',
      permission: 'forms.write',
      title: 'A first form',
      text: 'Upload a PDF that your clients sign. Its fields are filled in from their records.',
      isDone: forms && forms.length > 0,
      button: 'Add a form',
      to: paths.forms,
      dialog: { name: 'add-form' },
    },
    {
      name: 'client',
      permission: 'clients.write',
      title: 'A first client',
      text: 'A name and an email address or a phone number are enough.',
      ...(may('clients.import') && { other: { label: 'Import a spreadsheet', to: paths.imports } }),
      isDone: counts && counts.all + counts.archived > 0,
      button: 'Add a client',
      to: paths.clients,
      dialog: { name: 'add-client' },
    },
    {
      name: 'colleague',
      permission: 'admins.manage',
      title: 'A colleague',
      text: 'They get a link and choose a password of their own.',
      isDone: isAlone === undefined ? undefined : !isAlone,
      button: 'Invite a colleague',
      to: paths.manage,
      dialog: { name: 'invite' },
    },
  ]
  return steps.filter(({ permission }) => may(permission))
}
