import type { ClientImport } from '@agency/contract/client-imports'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { confirm } from '../../../shared/dialogs/dialogs'
import { useSubmission } from '../../../shared/dialogs/submission'
import { counted, formatDay, formatNumber } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import styles from './import.module.css'
import { stateNames } from './import-messages'
import { ImportPlanCard } from './import-plan'
import { type ImportStep, importQuery, isAtWork, steps, useImportStep } from './import-queries'
import { ImportRowsCard } from './import-rows'
import { MissingCard } from './missing-card'

export function ImportPage() {
  const { importId = '' } = useParams()
  const { data, isError, refetch } = useQuery(importQuery(importId))
  const step = useImportStep(importId)
  return (
    <div className={styles.page}>
      <Link to={paths.imports}>All imports</Link>
      <PageHeading title="Import">{data?.file_name ?? 'Import'}</PageHeading>
      {data === undefined && !isError && <Loading label="Loading the import" />}
      {data === undefined && isError && (
        <LoadFailure message="The import could not be loaded." retry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <StateCard of={data} step={step} />
          {(data.state === 'open' || data.state === 'checked') && data.file_until !== null && (
            <details className={styles.folded} open={data.state === 'open'}>
              <summary>Columns and settings</summary>
              <ImportPlanCard of={data} step={step} />
            </details>
          )}
          {data.rows !== null && data.state !== 'open' && data.state !== 'checking' && (
            <ImportRowsCard of={data} step={step} />
          )}
          {(data.counts.missing ?? 0) > 0 && data.state !== 'open' && <MissingCard id={data.id} />}
        </>
      )}
    </div>
  )
}

interface PartProps {
  readonly of: ClientImport
  readonly step: ImportStep
}

const says: Partial<Record<ClientImport['state'], string>> = {
  open: 'Check how the file is read and what its columns are. Then check the rows: that changes no client.',
  checked: 'Nothing is imported yet. These are the rows as they would be imported.',
  done: 'The rows are imported. You can revert them while the file is kept.',
  reverted: 'The import is reverted.',
}

const toldAtFormer =
  'A client whose primary email or phone is replaced gets a message at the former one, as after any change.'

/** The headings of columns with values that nothing is taken of. */
const unusedColumns = ({ columns, plan }: ClientImport): string[] =>
  columns.flatMap(({ heading, samples }, at) =>
    plan.mapping[at] === null && samples.length > 0 ? [heading || `column ${at + 1}`] : [],
  )

function StateCard({ of, step }: PartProps) {
  const leftOut = of.counts.policy_fault ?? 0
  const unused = of.state === 'open' || of.state === 'checked' ? unusedColumns(of) : []
  return (
    <section className={`card ${styles.card}`} aria-label="State">
      <div className={styles.state}>
        <p role="status">
          <strong>{stateNames[of.state]}.</strong> {says[of.state]}
          {of.state === 'checked' && (of.counts.undecided ?? 0) > 0 && ' Decide the unclear rows before you import.'}
          {of.state === 'checked' &&
            leftOut > 0 &&
            ` ${counted(leftOut, 'policy', 'policies')} would be left out: the rows say why.`}
          {of.state === 'checked' && (of.counts.update ?? 0) > 0 && ` ${toldAtFormer}`}
          {of.state === 'reverted' && (of.counts.kept ?? 0) > 0 && ' What was edited since was kept.'}
        </p>
        {isAtWork(of) && <Progress of={of} />}
      </div>
      {unused.length > 0 && (
        <p>
          <strong>Left out:</strong> {unused.join(', ')}. If one is needed, say under “Columns and settings” what it is.
        </p>
      )}
      {of.fault !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {of.fault}
        </p>
      )}
      <StateActions key={of.state} of={of} step={step} />
      <p className="field-hint">
        {of.file_until === null
          ? 'The file and the values of its rows are deleted.'
          : `The file and the values of its rows are deleted on ${formatDay(of.file_until)}.`}
      </p>
    </section>
  )
}

function Progress({ of: { done, rows } }: Pick<PartProps, 'of'>) {
  return (
    <div className={styles.progress}>
      <progress aria-label="Rows done" {...(rows !== null && { value: done, max: Math.max(rows, 1) })} />
      <span>
        {formatNumber(done)}
        {rows !== null && ` of ${formatNumber(rows)}`} rows
      </span>
    </div>
  )
}

const revertQuestion = (later: readonly string[] = []): string =>
  [
    'Revert this import? Clients and policies that it added are deleted, and policies and fields that it changed get their former values. What was edited since stays.',
    ...(later.length > 0
      ? [`Later imports have changed some of them, and count as edits: revert ${later.join(', ')} first.`]
      : []),
  ].join(' ')

/** What can be done in a state; another state has actions of its own. */
function StateActions({ of, step }: PartProps) {
  const part = useHandOnFocus<HTMLDivElement>()
  const { state, counts, file_until } = of
  const todo = (counts.create ?? 0) + (counts.update ?? 0) + (counts.ambiguous ?? 0)
  const hasFile = file_until !== null
  const busy = step.isPending
  const submission = useSubmission(busy)
  const begin = (work: Parameters<ImportStep['mutate']>[0]) => submission(() => step.mutate(work))
  const ask = async (confirmLabel: string, question: string, work: Parameters<typeof begin>[0]) => {
    if (await confirm(question, { confirmLabel })) begin(work)
  }
  return (
    <div ref={part} className={styles.actions}>
      {state === 'open' && hasFile && (
        <Button busy={busy} onClick={() => begin(steps.check)}>
          Check the rows
        </Button>
      )}
      {state === 'checked' && hasFile && (
        <Button busy={busy} disabled={(counts.undecided ?? 0) > 0 || todo === 0} onClick={() => begin(steps.run)}>
          Import {formatNumber(todo)} {todo === 1 ? 'row' : 'rows'}
        </Button>
      )}
      {state === 'stopped' && hasFile && (
        <Button busy={busy} onClick={() => begin(steps.run)}>
          Go on
        </Button>
      )}
      {state === 'running' && (
        <Button variant="secondary" busy={busy} onClick={() => begin(steps.stop)}>
          Stop
        </Button>
      )}
      {(state === 'done' || state === 'stopped') && hasFile && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void ask('Revert', revertQuestion(of.later), steps.revert)}
        >
          Revert
        </Button>
      )}
      {hasFile && !isAtWork(of) && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() =>
            void ask(
              'Delete',
              'Delete the file now? Then the import can no longer be checked, run or reverted.',
              steps.erase,
            )
          }
        >
          Delete file now
        </Button>
      )}
    </div>
  )
}
