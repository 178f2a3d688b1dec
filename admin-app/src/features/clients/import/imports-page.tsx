import type { ClientImport } from '@agency/contract/client-imports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { readRefusal } from '../../../shared/api-error'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { downloadFile } from '../../../shared/files/protected-file'
import { formatDay } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { TableHead } from '../../../shared/tables/table-head'
import styles from './import.module.css'
import { stateNames } from './import-messages'
import { importsQuery, uploadTable } from './import-queries'

/** Where a table of clients is uploaded, and the imports so far. */
export function ImportsPage() {
  const { data, isError, error, refetch } = useQuery(importsQuery)
  const refusal = readRefusal(error)?.body
  return (
    <div className={styles.page}>
      <Link to={paths.clients}>Back to clients</Link>
      <PageHeading title="Import clients">Import clients</PageHeading>
      {refusal?.code === 'FORBIDDEN' ? (
        <p className="notice" data-tone="warning" role="alert">
          {refusal.message}
        </p>
      ) : (
        <>
          <UploadCard />
          {data === undefined && !isError && <Loading label="Loading imports" />}
          {data === undefined && isError && (
            <LoadFailure message="The imports could not be loaded." retry={() => void refetch()} />
          )}
          {data !== undefined && data.imports.length > 0 && <FormerImports imports={data.imports} />}
        </>
      )}
    </div>
  )
}

function UploadCard() {
  const id = useId()
  const navigate = useNavigate()
  const [message, setMessage] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: uploadTable,
    onMutate: () => setMessage(null),
    onSuccess: (made) => navigate(paths.import(made.id)),
    onError: (failure) => setMessage(sentence(serverMessage()(failure))),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file !== undefined) upload.mutate(file)
    target.value = ''
  }
  return (
    <section className={`card ${styles.card}`} aria-label="Upload a table">
      <p>
        Take clients from a spreadsheet, another system or a carrier’s book of business. Nothing is stored in the client
        list before you have seen what each row does.
      </p>
      <div className="field">
        <label htmlFor={id}>Choose a table</label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={upload.isPending}
          aria-describedby={`${id}hint`}
          aria-invalid={message !== null || undefined}
          onChange={choose}
        />
        <p id={`${id}hint`} className="field-hint">
          CSV or XLSX, up to 100,000 rows. The file is stored encrypted and deleted after 7 days.
        </p>
        <p role="status">{upload.isPending && 'Reading the table…'}</p>
        {message !== null && (
          <p className="field-error" role="alert">
            {message}
          </p>
        )}
      </div>
      <button
        type="button"
        className="link-button"
        onClick={() =>
          downloadFile('client-imports/starter-sheet', 'clients.csv').catch((error) =>
            alertFailure('The starter sheet could not be downloaded.', error),
          )
        }
      >
        Download an empty starter sheet
      </button>
    </section>
  )
}

/** The server names the field first: `file: has no rows`. */
const sentence = (message: string | undefined): string =>
  message === undefined
    ? 'The table could not be uploaded. Please try again.'
    : `${message.replace(/^file: /, 'The file ').replace(/\.$/, '')}.`

function FormerImports({ imports }: { readonly imports: readonly ClientImport[] }) {
  return (
    <section className="card" aria-label="Imports">
      <header className="card-header">
        <h2>Imports</h2>
      </header>
      <div className="table-wrap">
        <table className="table stacked" aria-label="Imports">
          <TableHead columns={['File', 'Uploaded', 'By', 'State']} />
          <tbody>
            {imports.map(({ id, file_name, created_at, created_by_name, state }) => (
              <tr key={id}>
                <th scope="row" data-label="File">
                  <Link to={paths.import(id)}>{file_name}</Link>
                </th>
                <td data-label="Uploaded">{formatDay(created_at)}</td>
                <td data-label="By">{created_by_name}</td>
                <td data-label="State">{stateNames[state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
