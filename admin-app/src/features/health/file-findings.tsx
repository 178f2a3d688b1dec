import { type FileFinding, fileFindingApi } from '@agency/contract/file-findings'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { callQuery } from '../../shared/call'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { paths } from '../../shared/paths'
import { TableHead } from '../../shared/tables/table-head'
import styles from './health-page.module.css'

type FileUse = FileFinding['used_in'][number]

const kinds: Readonly<Record<FileUse['kind'], string>> = {
  document: 'Uploaded file of a client',
  form: 'Form of the library',
  'session-document': 'Document of a session',
  'sealed-document': 'Sealed document',
}

/** The stored files that the daily check found missing or damaged, and the records that use them. */
export function FileFindings() {
  const { data: findings, isError, refetch } = useQuery(callQuery(['file-findings'], fileFindingApi.list))
  if (findings === undefined) {
    return isError ? (
      <LoadFailure message="The list of missing and damaged files could not be loaded." retry={refetch} />
    ) : (
      <Loading label="Loading files" skeleton={styles.loading} />
    )
  }
  if (findings.length === 0) return null
  return (
    <section aria-labelledby="file-findings">
      <h2 id="file-findings">Missing and damaged files</h2>
      <p>Restore these files from the trash or from a backup. The next check removes restored files from this list.</p>
      <div className="table-wrap">
        <table className={`table stacked ${styles.table}`} aria-labelledby="file-findings">
          <TableHead columns={['File', 'State', 'Used in', 'Found']} />
          <tbody>
            {findings.map(({ file_id, state, found_at, used_in }) => (
              <tr key={file_id}>
                <th scope="row" data-label="File">
                  {file_id}
                </th>
                <td data-label="State">{state === 'missing' ? 'Missing' : 'Damaged'}</td>
                <td data-label="Used in">{used_in.length === 0 ? 'No record' : used_in.map(linkTo)}</td>
                <td data-label="Found">
                  <time dateTime={found_at}>{formatMoment(found_at)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const linkTo = ({ kind, id, client_id }: FileUse) => (
  <div key={id}>
    <Link to={client_id === null ? paths.forms : paths.client(client_id)}>{kinds[kind]}</Link>
  </div>
)
