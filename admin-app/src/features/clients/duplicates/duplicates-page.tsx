import {
  type DuplicatePair,
  type DuplicateReason,
  mostDuplicatePairs,
  type PairedClient,
} from '@agency/contract/client-duplicates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useSearchParams } from 'react-router-dom'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { clientName } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { paths, readPage } from '../../../shared/paths'
import { ListFooter } from '../../../shared/tables/list-footer'
import { TableHead } from '../../../shared/tables/table-head'
import { usePermission } from '../../../shared/use-permission'
import { duplicateQueueQuery, pairedName, pairedText, reasonsText, useTellApart } from './duplicate-queries'
import styles from './duplicates.module.css'

/** Pairs of records that may be of one person: each is merged, or told apart for ever. */
export function DuplicatesPage() {
  const [params, setParams] = useSearchParams()
  const page = readPage(params)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...duplicateQueueQuery(page),
    placeholderData: keepPreviousData,
  })
  const show = (next: number) => setParams(next === 1 ? {} : { page: String(next) })
  return (
    <div className={styles.page}>
      <Link to={paths.clients} className={styles.back}>
        <ArrowLeft size={18} />
        Back to clients
      </Link>
      <PageHeading title="Duplicates">Duplicates</PageHeading>
      <p>
        Records that may be of the same person. First come those that share the most of these: SSN, name with birth
        date, email address, phone number.
      </p>
      {data === undefined && error === null && <Loading label="Loading duplicates" />}
      {data === undefined && error !== null && <LoadFailure message={failureMessage(error)} retry={refetch} />}
      {data?.total === 0 && (
        <div className="empty-state">
          <p>No duplicates found.</p>
        </div>
      )}
      {data !== undefined && data.pairs.length > 0 && <Pairs pairs={data.pairs} />}
      {data !== undefined && (
        <ListFooter
          page={page}
          shown={data.pairs.length}
          total={data.total}
          more={data.total >= mostDuplicatePairs}
          noun={['pair', 'pairs']}
          onBeyond={isPlaceholderData ? undefined : show}
          onPage={show}
        />
      )}
    </div>
  )
}

function Pairs({ pairs }: { readonly pairs: readonly DuplicatePair[] }) {
  const mayWrite = usePermission('clients.write')
  const { tellApart, isPending } = useTellApart()
  return (
    <div className="table-wrap">
      <table className="table stacked" aria-label="Duplicates">
        <TableHead columns={['Record', 'Other record', 'In common', { label: 'Actions', isHidden: true }]} />
        <tbody>
          {pairs.map(({ clients: [one, other], reasons }) => {
            if (one === undefined || other === undefined) return null
            const names = `${pairedName(one)} and ${pairedName(other)}`
            return (
              <tr key={`${one.id} ${other.id}`}>
                <td data-label="Record">
                  <Link to={paths.client(one.id)}>{pairedText(one)}</Link>
                </td>
                <td data-label="Other record">
                  <Link to={paths.client(other.id)}>{pairedText(other)}</Link>
                </td>
                <td data-label="In common">{commonText([one, other], reasons)}</td>
                <td>
                  {mayWrite && (
                    <div className={styles.actions}>
                      <Link to={paths.merge(one.id, other.id)} aria-label={`Compare ${names}`}>
                        Compare
                      </Link>
                      <button
                        type="button"
                        className="link-button"
                        aria-label={`${names}: not a duplicate`}
                        disabled={isPending}
                        onClick={() => tellApart([one, other])}
                      >
                        Not a duplicate
                      </button>
                    </div>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The server's reasons have the name only with the birth date. */
function commonText([one, other]: readonly [PairedClient, PairedClient], reasons: readonly DuplicateReason[]): string {
  const name = clientName(one)
  const isNamesake = name !== '' && name.localeCompare(clientName(other), undefined, { sensitivity: 'base' }) === 0
  return `${isNamesake && !reasons.includes('name') ? 'same name, ' : ''}${reasonsText(reasons)}`
}

/** The server's words if too many rows were read: they say how long to wait and whom to ask. */
const failureMessage = (error: Error): string =>
  serverMessage('TOO_MANY_RECORDS')(error) ?? 'The duplicates could not be loaded.'
