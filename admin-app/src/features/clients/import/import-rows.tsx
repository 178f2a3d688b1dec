import {
  type ClientImport,
  clientImportApi,
  type DecideImportRows,
  type ImportRow,
  type ImportRowsQuery,
  importLabel,
} from '@agency/contract/client-imports'
import { isEmailAddress } from '@agency/contract/email-address'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../shared/call'
import { isDate } from '../../../shared/dates/date-text'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { downloadFile } from '../../../shared/files/protected-file'
import { counted, formatDate, formatNumber } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { paths } from '../../../shared/paths'
import { CountFilters } from '../../../shared/tables/count-filters'
import { ListFooter } from '../../../shared/tables/list-footer'
import { TableHead } from '../../../shared/tables/table-head'
import { EmailText } from '../record/contact-address'
import styles from './import.module.css'
import { filtersOf, outcomeNames } from './import-messages'
import { type ImportStep, rowsQuery, steps, useSavePlan } from './import-queries'

interface RowsProps {
  readonly of: ClientImport
  readonly step: ImportStep
}

/** What each row does or has done: filtered, paged, and decided where it is unclear. */
export function ImportRowsCard({ of, step }: RowsProps) {
  const [shown, show] = useState<{ outcome: ImportRowsQuery['outcome']; page: number }>({ outcome: undefined, page: 1 })
  const filters = filtersOf(of)
  const outcome = filters.find((name) => name === shown.outcome)
  const { data, isError, refetch } = useQuery(
    rowsQuery(of.id, { outcome, page: shown.page, made: [of.state, of.counts] }),
  )
  const decide = (body: DecideImportRows) => step.mutate((params) => call(clientImportApi.decide, { params, body }))
  const undecided = of.counts.undecided ?? 0
  const save = useSavePlan(of, step)
  const checkAgain = () => {
    save({ leave_out_faults: true })
    step.mutate(steps.check)
  }
  const download = () =>
    downloadFile(`client-imports/${of.id}/rows.csv${outcome ? `?outcome=${outcome}` : ''}`, 'import.csv').catch(
      (error) => alertFailure('The rows could not be downloaded.', error),
    )
  return (
    <section className={`card ${styles.card}`} aria-label="Rows">
      <CountFilters
        label="Rows"
        filters={[
          { filter: undefined, label: 'All', count: of.rows ?? 0 },
          ...filters.map((filter) => ({ filter, label: outcomeNames[filter], count: of.counts[filter] ?? 0 })),
        ]}
        chosen={outcome}
        onChoose={(filter) => show({ outcome: filter, page: 1 })}
      />
      {of.state === 'checked' && (of.counts.fault ?? 0) > 0 && !of.plan.leave_out_faults && (
        <p className="notice">
          Rows with a fault are not imported.{' '}
          <button type="button" className="link-button" onClick={checkAgain}>
            Check again, to import them without the faulty values
          </button>
        </p>
      )}
      {of.state === 'checked' && undecided > 0 && (
        <DecideAll count={undecided} questions={of.questions ?? []} onDecide={decide} isAsking={step.isPending} />
      )}
      {data === undefined && isError && <LoadFailure message="The rows could not be loaded." retry={refetch} />}
      {data === undefined && !isError && <Loading label="Loading rows" />}
      {data !== undefined && (
        <>
          <div className="table-wrap">
            <table className={`table stacked ${styles.rows}`} aria-label="Rows">
              <TableHead columns={['Row', 'Outcome', 'Client', 'Values', 'Why']} />
              <tbody>
                {data.rows.map((row) => (
                  <Row key={row.number} row={row} onDecide={of.state === 'checked' ? decide : undefined} />
                ))}
              </tbody>
            </table>
          </div>
          <ListFooter
            page={shown.page}
            shown={data.rows.length}
            total={data.total}
            noun={['row', 'rows']}
            onPage={(page) => show({ ...shown, page })}
            onBeyond={(page) => show({ ...shown, page })}
          />
          <button type="button" className="link-button" onClick={() => void download()}>
            Download these rows
          </button>
        </>
      )}
    </section>
  )
}

const decisions = { create: 'Add as a new client', update: 'Change the known client', skip: 'Leave out' } as const
type Decide = (decision: DecideImportRows) => void

interface DecideAllProps {
  readonly count: number
  readonly questions: NonNullable<ClientImport['questions']>
  readonly onDecide: Decide
  readonly isAsking: boolean
}

/** Decides all unclear rows, or those that ask the same. */
function DecideAll({ count, questions, onDecide, isAsking }: DecideAllProps) {
  const [asked, setAsked] = useState<DecideImportRows['decision']>()
  const decideAll = (body: DecideImportRows) => {
    setAsked(body.decision)
    onDecide(body)
  }
  const choicesOf = (question?: string) =>
    (['create', 'update', 'skip'] as const).map((decision) => (
      <button
        key={decision}
        type="button"
        className="chip"
        onClick={() => decideAll({ decision, ...(question !== undefined && { question }) })}
      >
        {decisions[decision]}
      </button>
    ))
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>
          {count === 1
            ? 'One row is unclear. Decide it:'
            : `${formatNumber(count)} rows are unclear. Decide all of them:`}
        </legend>
        {choicesOf()}
      </fieldset>
      {questions.length > 1 &&
        questions.map(({ question, count: rows }) => (
          <fieldset key={question} className={styles.choices}>
            <legend>{`${counted(rows, 'row')}: ${question}`}</legend>
            {choicesOf(question)}
          </fieldset>
        ))}
      {asked === 'update' && !isAsking && (
        <p className="field-hint" role="status">
          Of the rows that are left, no client is known: add them, or leave them out.
        </p>
      )}
    </>
  )
}

function Row({ row, onDecide }: { readonly row: ImportRow; readonly onDecide: Decide | undefined }) {
  const { number, outcome, result, client, reasons, kept } = row
  // A revert takes a policy back unless it was edited.
  const hasPolicy = !(result === 'reverted' || result === 'kept') || kept.some(isPolicyTarget)
  const policy = hasPolicy ? row.policy : null
  const values = row.values.filter(({ field }) => hasPolicy || !isPolicyTarget(field))
  const why = [
    ...reasons.map(({ field, message }) => (field === '' ? message : `${importLabel(field)} ${message}`)),
    ...(kept.length > 0 ? [`edited since: ${kept.map(importLabel).join(', ')}`] : []),
  ]
  return (
    <tr>
      <th scope="row" data-label="Row">
        {number}
      </th>
      <td data-label="Outcome">
        <div>
          <span className="badge">{outcomeNames[result ?? outcome]}</span>{' '}
          {policy !== null && <span className="badge">{outcomeNames[policy]}</span>}
        </div>
      </td>
      <td data-label="Client">{client !== null && <Link to={paths.client(client.id)}>{client.name}</Link>}</td>
      <td data-label="Values">
        <ul className={styles.values}>
          {values.map(({ field, former, value }) => (
            <li key={field}>
              {importLabel(field)}: {former !== null && <del>{shownValue(former)}</del>} {shownValue(value)}
            </li>
          ))}
        </ul>
      </td>
      <td data-label="Why">
        <div className={styles.why}>
          {why.join('; ')}
          {outcome === 'ambiguous' && onDecide && <Decision row={row} onDecide={onDecide} />}
        </div>
      </td>
    </tr>
  )
}

/** Dates come as they are stored. */
function shownValue(value: string | null): ReactNode {
  if (value === null) return null
  if (isEmailAddress(value)) return <EmailText address={value} />
  return isDate(value) ? formatDate(value) : value
}

/** What becomes of an unclear row: it is of one of the candidates, of somebody new, or left out. */
function Decision({
  row: { number, decision, client, candidates, same_as },
  onDecide,
}: {
  readonly row: ImportRow
  readonly onDecide: Decide
}) {
  const chosen = decision === 'update' ? `update ${client?.id ?? ''}` : (decision ?? '')
  const choose = (value: string) => {
    const [name, candidate] = value.split(' ')
    if (name === 'create' || name === 'skip') onDecide({ number, decision: name })
    if (name === 'update') onDecide({ number, decision: 'update', ...(candidate && { candidate }) })
  }
  return (
    <select aria-label={`Row ${number}`} value={chosen} onChange={({ target }) => choose(target.value)}>
      <option value="" disabled>
        Decide…
      </option>
      <option value="create">{decisions.create}</option>
      {candidates.map(({ id, name, about }) => (
        <option key={id} value={`update ${id}`}>
          {`Change ${[name, about].filter(Boolean).join(', ')}`}
        </option>
      ))}
      {candidates.length === 0 && same_as !== null && (
        <option value="update ">Change the client of row {same_as}</option>
      )}
      <option value="skip">{decisions.skip}</option>
    </select>
  )
}
