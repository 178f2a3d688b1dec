import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { problemOf } from './api.ts'
import { useMessages } from './language.ts'
import { PhoneLink } from './phone.tsx'
import { needsAgency, problemText } from './problem.ts'
import { Button } from './shared-ui.tsx'

interface LoadProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Replaces content that could not be loaded: the reason, and a button to try again. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  const t = useMessages()
  const problem = problemOf(error)
  const part = useHandOnFocus<HTMLDivElement>()
  return (
    <div ref={part} className="empty-state" role="alert">
      <p>
        {problemText(problem, t)} {needsAgency(problem) && <PhoneLink />}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

interface SendProblemProps {
  readonly error: unknown
  /** Something was typed and is still there. */
  readonly kept?: boolean
}

/** Tells why something could not be sent or saved, and whether the typed text is still there. */
export function SendProblem({ error, kept = false }: SendProblemProps) {
  const t = useMessages()
  const problem = problemOf(error)
  const isForAgency = needsAgency(problem)
  return (
    <p className="notice" data-tone={isForAgency ? 'warning' : 'danger'} role="alert">
      {problemText(problem, t)} {isForAgency && <PhoneLink />} {kept && t('notSaved')}
    </p>
  )
}
