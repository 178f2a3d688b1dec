import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LoadFailure } from '../../shared/loading/load-failure'
import { paths } from '../../shared/paths'
import styles from './dashboard-page.module.css'

interface Alerts<Alert> {
  readonly alerts: readonly Alert[]
}

interface AlertSectionProps<Alert> {
  readonly id: string
  readonly heading: string
  /** What is said when they could not be loaded. */
  readonly failure: string
  readonly answer: UseQueryResult<Alerts<Alert>>
  readonly children: (alert: Alert) => ReactNode
}

/** A list of alerts under its heading. Renders nothing without alerts, and for those who may not read alerts. */
export function AlertSection<Alert>({ id, heading, failure, answer, children }: AlertSectionProps<Alert>) {
  const { data, isError, refetch } = answer
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

interface AlertedAdminProps {
  readonly id: string
  /** Null for an account that was deleted. */
  readonly name: string | null
}

/** The staff member whom an alert is about. */
export const AlertedAdmin = ({ id, name }: AlertedAdminProps) =>
  name === null ? 'A former admin' : <Link to={paths.admin(id)}>{name}</Link>
