import type { SessionForm } from '@agency/contract/session-forms'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../shared/formatting'
import { hasManualMarks, ManualMarks } from '../table/manual-marks'
import styles from './document-facts.module.css'

export function DocumentFacts({ form }: { readonly form: SessionForm }) {
  return (
    <dl className={styles.facts}>
      <Fact label="Type">{form.type}</Fact>
      {hasManualMarks(form) && (
        <Fact label="Set by hand">
          <ManualMarks form={form} />
        </Fact>
      )}
      {form.type === 'Link' && form.source !== null && (
        <Fact label="Address">
          <a href={form.source} target="_blank" rel="noopener noreferrer">
            {form.source}
          </a>
        </Fact>
      )}
      {form.completed_at !== null && <Fact label="Completed">{formatMoment(form.completed_at)}</Fact>}
      {form.reminded_at !== null && <Fact label="Reminded">{formatMoment(form.reminded_at)}</Fact>}
      {form.void_reason !== null && <Fact label="Voided because">{form.void_reason}</Fact>}
      {form.sealed_sha256 !== null && (
        <Fact label="SHA-256 of the sealed document">
          <code>{form.sealed_sha256}</code>
          <p className="field-hint">
            The seal is the agency's electronic signature: every later change of the PDF shows.
          </p>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
