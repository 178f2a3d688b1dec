import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../shared/loading/load-failure'
import styles from './dashboard-page.module.css'

interface AlertSectionProps<Alert> {
  readonly id: string
  readonly heading: string
  /** What is said when they could not be loaded. */
  readonly failure: string
  readonly query: Pick<UseQueryResult<{ alerts: Alert[] }>, 'data' | 'isError' | 'refetch'>
  readonly children: (alert: Alert) => ReactNode
}

/** A list of alerts under its heading. Renders nothing without alerts. */
export function AlertSection<Alert>({ id, heading, failure, query, children }: AlertSectionProps<Alert>) {
  const { data, isError, refetch } = query
  if (isError && data === undefined) return <LoadFailure message={failure} retry={refetch} />
  if (data === undefined || data.alerts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.alerts}>{data.alerts.map(children)}</ul>
    </section>
  )
}
