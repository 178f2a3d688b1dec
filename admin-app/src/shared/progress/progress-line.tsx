import { formatMoment } from '../formatting'
import styles from './progress-line.module.css'
import type { ProgressStep } from './progress-steps'

interface ProgressLineProps {
  readonly label: string
  readonly steps: readonly ProgressStep[]
}

/** The steps of a document or session in a line: what was done, by whom and when. */
export function ProgressLine({ label, steps }: ProgressLineProps) {
  const current = steps.findIndex(({ state }) => state === 'open')
  return (
    <div className={styles.progress}>
      <ol className={styles.line} aria-label={label}>
        {steps.map((step, index) => (
          <li
            key={step.label}
            className={styles.step}
            data-state={step.state}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.label}>{step.label}</span>
            <span className={styles.fact}>{step.at === null ? notYet(step) : formatMoment(step.at)}</span>
            {step.who !== null && <span className={styles.fact}>{step.who}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

const notYet = ({ state }: ProgressStep): string => (state === 'open' ? 'Not yet' : '')
