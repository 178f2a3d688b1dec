import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { clientCountsQuery } from '../../shared/client-counts'
import { LoadFailure } from '../../shared/load-failure'
import { PageHeading } from '../../shared/page-heading'
import { clientsWith } from '../../shared/paths'
import styles from './dashboard-page.module.css'

const tiles = [
  { key: 'all', label: 'All clients', to: clientsWith(null) },
  { key: 'active', label: 'Active', to: clientsWith('active') },
  { key: 'inactive', label: 'Inactive', to: clientsWith('inactive') },
  { key: 'unpaid', label: 'Unpaid', to: clientsWith('unpaid') },
  { key: 'cancelled', label: 'Cancelled', to: clientsWith('cancelled') },
] as const

/** The default screen: a welcome, and how many clients there are, each number a link to them. */
export function DashboardPage() {
  return (
    <>
      <PageHeading title="Dashboard">Admin Dashboard</PageHeading>
      <p className={styles.welcome}>Welcome. Use the top navigation to manage clients, forms and logic modules.</p>
      <section aria-labelledby="clients-by-status">
        <h2 id="clients-by-status" className={styles.heading}>
          Clients by status
        </h2>
        <Counts />
      </section>
    </>
  )
}

function Counts() {
  const { data: counts, isError, refetch } = useQuery(clientCountsQuery)
  if (isError) return <LoadFailure message="The numbers of clients could not be loaded." retry={refetch} />
  return (
    <ul className={styles.tiles} aria-busy={counts === undefined}>
      {tiles.map(({ key, label, to }) => (
        <li key={key}>
          <Link to={to} className={`card ${styles.tile}`}>
            {counts === undefined ? (
              <span className={`skeleton ${styles.number}`} />
            ) : (
              <span className={styles.number}>{counts[key].toLocaleString('en-US')}</span>
            )}{' '}
            <span className={styles.label}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
