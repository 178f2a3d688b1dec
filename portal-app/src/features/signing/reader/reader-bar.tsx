import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../shared/shared-ui.tsx'
import styles from './document-reader.module.css'

/** What the button of the bar does next. */
export interface ReaderStep {
  readonly label: string
  readonly onSelect: () => void
  /** Why it can't be done now. The button stays focusable and says it. */
  readonly blocked?: string | undefined
  readonly busy?: boolean
  readonly busyLabel?: string
}

interface ReaderBarProps {
  readonly step: ReaderStep
  /** Short text beside the button. */
  readonly children: ReactNode
}

/** The bar at the bottom: one button with the next step. */
export function ReaderBar({ step, children }: ReaderBarProps) {
  const { label, onSelect, blocked, busy, busyLabel } = step
  const [asked, setAsked] = useState(false)
  const reasonId = useId()
  return (
    <>
      {/* Announced when it appears: it has to be there before. */}
      <div role="status">
        {asked && blocked && (
          <p className="notice" data-tone="warning">
            {blocked}
          </p>
        )}
      </div>
      <div className={styles.bar} data-reader-bar>
        <div className={styles.status}>{children}</div>
        {blocked && (
          <span id={reasonId} className="visually-hidden">
            {blocked}
          </span>
        )}
        <Button
          size="large"
          busy={busy}
          busyLabel={busyLabel}
          aria-disabled={blocked !== undefined}
          aria-describedby={blocked ? reasonId : undefined}
          onClick={() => {
            setAsked(true)
            if (!blocked) onSelect()
          }}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
