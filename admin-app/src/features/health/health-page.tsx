import type { HealthEntry, HealthState } from '@agency/contract/health'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { readRefusal } from '../../shared/api-error'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import splitRow from '../../shared/looks/split-row.module.css'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import { FileFindings } from './file-findings'
import styles from './health-page.module.css'
import { healthQuery } from './health-query'

/** Sorted by rank, the worst first. */
const states = {
  failing: { rank: 0, label: 'Failing', tone: 'danger', Icon: CircleX },
  warning: { rank: 1, label: 'Needs attention', tone: 'warning', Icon: TriangleAlert },
  ok: { rank: 2, label: 'OK', tone: 'success', Icon: CircleCheck },
} as const satisfies Record<HealthState, unknown>

export function HealthPage() {
  const { data: entries, isError, error, isFetching, refetch } = useQuery(healthQuery)
  return (
    <div className={styles.page}>
      <header className={splitRow.row}>
        <PageHeading title="Health">Health</PageHeading>
        {entries !== undefined && (
          <Button variant="secondary" busy={isFetching} busyLabel="Checking..." onClick={() => refetch()}>
            Refresh
          </Button>
        )}
      </header>
      {entries === undefined && isError && <Failure error={error} retry={refetch} />}
      {entries === undefined && !isError && <Loading label="Loading health checks" skeleton={styles.loading} />}
      {entries !== undefined && isError && (
        <p className="notice" data-tone="warning" role="alert">
          The health checks could not be refreshed. The results below are older.
        </p>
      )}
      {entries !== undefined && <p role="status">{summarize(entries)}</p>}
      {entries?.some(({ message }) => /\bsettings? [A-Z]/.test(message)) && (
        <p className="field-hint">
          A setting in capital letters is a line of the settings file of the server (.env). Whoever runs the server
          changes it there and starts the server again.
        </p>
      )}
      {entries !== undefined && entries.length > 0 && <HealthTable entries={entries} />}
      {entries?.some(({ id, state }) => id === 'files' && state !== 'ok') && <FileFindings />}
    </div>
  )
}

function Failure({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  if (readRefusal(error)?.status === 403)
    return <p className="notice">Your access level does not allow you to see the health checks.</p>
  return <LoadFailure message="The health checks could not be loaded." retry={retry} />
}

function HealthTable({ entries }: { readonly entries: readonly HealthEntry[] }) {
  const sorted = entries.toSorted((a, b) => states[a.state].rank - states[b.state].rank)
  return (
    <div className="table-wrap">
      <table className={`table stacked ${styles.table}`} aria-label="Health checks">
        <TableHead columns={['Check', 'State', 'Result', 'Checked']} />
        <tbody>
          {sorted.map(({ id, title, state, message, at }) => (
            <tr key={id}>
              <th scope="row" data-label="Check">
                {title}
              </th>
              <td data-label="State">
                <StateBadge state={state} />
              </td>
              <td data-label="Result">{message}</td>
              <td data-label="Checked">
                <time dateTime={at}>{formatMoment(at)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function StateBadge({ state }: { readonly state: HealthState }) {
  const { label, tone, Icon } = states[state]
  return (
    <span>
      <span className="badge" data-tone={tone}>
        <Icon size={14} />
        {label}
      </span>
    </span>
  )
}

function summarize(entries: readonly HealthEntry[]): string {
  if (entries.length === 0) return 'There are no health checks.'
  const count = (state: HealthState) => entries.filter((entry) => entry.state === state).length
  const [failing, warning] = [count('failing'), count('warning')]
  if (failing + warning === 0) return `All ${entries.length} checks passed.`
  return `Of ${entries.length} checks, ${failing} ${failing === 1 ? 'is' : 'are'} failing and ${warning} ${warning === 1 ? 'needs' : 'need'} attention.`
}
