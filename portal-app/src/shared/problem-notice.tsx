import { problemOf } from './api.ts'
import { useMessages } from './language.ts'
import { PhoneLink } from './phone.tsx'
import { needsAgency, problemText } from './problem.ts'
import { Button } from './shared-ui.tsx'

interface LoadProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** In place of what could not be loaded: why, and a way to try again. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  const t = useMessages()
  const problem = problemOf(error)
  return (
    <div className="empty-state" role="alert">
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
  /** Something was typed, and it is still there. */
  readonly kept?: boolean
}

/** Beside what could not be sent or saved: why, and whether what was typed is lost. */
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
