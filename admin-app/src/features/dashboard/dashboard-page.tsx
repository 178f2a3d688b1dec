import { useQuery } from '@tanstack/react-query'
import { clientCountsQuery } from '../../shared/client-counts'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { clientsWith } from '../../shared/paths'
import { loadedPart } from '../../shared/shared-ui'
import { DashboardFigureTiles } from './dashboard-figures'
import styles from './dashboard-page.module.css'
import { useShowsFirstSteps } from './first-steps-state'
import { Tiles } from './tiles'
import strip from './tiles.module.css'
import type { ProposalsDialog } from './use-work'

// Loaded after the first screen, which does without the schemas of lists.
const FirstSteps = loadedPart(
  async () => (await import('./first-steps')).FirstSteps,
  <Loading label="Loading the first steps" />,
)
const WorkSections = loadedPart(
  async () => (await import('./work-list')).WorkSections,
  <Loading label="Loading what needs somebody" />,
)

const statuses = [
  { key: 'all', label: 'All clients', to: clientsWith(null) },
  { key: 'active', label: 'Active', to: clientsWith('active') },
  { key: 'inactive', label: 'Inactive', to: clientsWith('inactive') },
  { key: 'unpaid', label: 'Unpaid', to: clientsWith('unpaid') },
  { key: 'cancelled', label: 'Cancelled', to: clientsWith('cancelled') },
] as const

/** The default screen: a welcome, a thin strip of numbers from the first paint, and below it what needs somebody. */
export function DashboardPage({ proposals }: { readonly proposals: ProposalsDialog }) {
  const { data: counts } = useQuery(clientCountsQuery())
  const showsSteps = useShowsFirstSteps(counts?.all)
  // An office without clients has no figures: each would be zero.
  const isEmpty = showsSteps && (counts === undefined || counts.all === 0)
  return (
    <>
      <PageHeading title="Dashboard">Admin Dashboard</PageHeading>
      <p className={styles.welcome}>Welcome. Use the top navigation to manage clients, forms and logic modules.</p>
      {showsSteps && <FirstSteps />}
      {!isEmpty && <Sections proposals={proposals} />}
    </>
  )
}

function Sections({ proposals }: { readonly proposals: ProposalsDialog }) {
  return (
    <div className={styles.sections}>
      <div>
        <section aria-labelledby="today" className={strip.strip}>
          <h2 id="today">Today</h2>
          <DashboardFigureTiles />
        </section>
        <section aria-labelledby="clients-by-status" className={strip.strip}>
          <h2 id="clients-by-status">Clients by status</h2>
          <StatusTiles />
        </section>
      </div>
      <WorkSections proposals={proposals} />
    </div>
  )
}

function StatusTiles() {
  const { data: counts, isError, refetch } = useQuery(clientCountsQuery())
  if (isError && counts === undefined)
    return <LoadFailure message="The numbers of clients could not be loaded." retry={refetch} />
  return <Tiles tiles={statuses.map(({ key, label, to }) => ({ label, to, count: counts?.[key] }))} />
}
