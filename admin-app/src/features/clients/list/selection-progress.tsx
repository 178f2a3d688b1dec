import { type SelectionActionKind, selectionApi } from '@agency/contract/client-selections'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { call, callQuery } from '../../../shared/call'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { formatNumber } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { refetchClients } from '../client-queries'
import styles from './client-selection.module.css'

const selectionsKey = ['client-selections'] as const
const pollEvery = 1_000

/** Asked for again while a job works on it. */
const selectionQuery = (id: string) =>
  queryOptions({
    ...callQuery([...selectionsKey, id], selectionApi.one, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? pollEvery : false,
  })

/** Whether a change is planned or at work: another one is made after it. */
export function useIsUnfinished(id: string | null): boolean {
  const { data } = useQuery({ ...selectionQuery(id ?? ''), enabled: id !== null })
  return id !== null && data?.state !== 'done' && data?.state !== 'undone'
}

const refetchAll = (queryClient: QueryClient) =>
  Promise.all([refetchClients(queryClient), queryClient.invalidateQueries({ queryKey: selectionsKey })])

/** What will happen to how many clients, its progress, and what came of it. */
export function SelectionProgress({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(selectionQuery(id))
  const [tries, setTries] = useState(0)
  const part = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    // The dialog's opener can't be pressed again now.
    if (isThere && document.activeElement === document.body) part.current?.focus()
  }, [isThere])
  const isAtWork = data?.state === 'running' || data?.state === 'undoing'
  const wasAtWork = useRef(false)
  useEffect(() => {
    // The list shows what the job has changed.
    if (wasAtWork.current && !isAtWork) void refetchClients(queryClient)
    wasAtWork.current = isAtWork
  }, [isAtWork, queryClient])
  const step = useMutation({
    mutationFn: (name: 'run' | 'stop' | 'undo') => call(selectionApi[name], { params: { id } }),
    onSettled: () => {
      setTries(tries + 1)
      return refetchAll(queryClient)
    },
    onError: (error) => {
      const message = serverMessage()(error)
      void (message === undefined ? alertFailure('That failed. Please try again.', error) : alert(message))
    },
  })
  if (data === undefined) return null
  const go = (name: 'run' | 'stop' | 'undo') => {
    // The pressed button goes.
    part.current?.focus()
    step.mutate(name)
  }
  const { action, state, sentence, total, done, counts, fault } = data
  const results = Object.entries(counts).map(
    ([result, count]) => `${formatNumber(count)} ${resultText(action.kind, result)}`,
  )
  return (
    <div ref={part} tabIndex={-1} className={styles.progress}>
      <p role="status">
        <strong>{sentence}</strong>{' '}
        {isAtWork && `${state === 'undoing' ? 'Undoing' : 'Working'}: ${formatNumber(done)} of ${formatNumber(total)}.`}
        {stateTexts[state] && `${stateTexts[state]} ${results.join(', ')}.`} {fault}
      </p>
      {isAtWork && <progress aria-label="Progress" value={done} max={Math.max(total, 1)} />}
      <div className={styles.buttons}>
        {(state === 'planned' || state === 'stopped') && (
          <Button disabled={step.isPending || total === 0} onClick={() => go('run')}>
            {state === 'planned' ? 'Start' : 'Go on'}
          </Button>
        )}
        {state === 'running' && (
          <Button variant="secondary" disabled={step.isPending} onClick={() => go('stop')}>
            Stop
          </Button>
        )}
        {(state === 'done' || state === 'stopped') && (counts.changed ?? 0) > 0 && (
          <Button variant="secondary" disabled={step.isPending} onClick={() => go('undo')}>
            Undo
          </Button>
        )}
        {!isAtWork && (
          <Button
            variant="secondary"
            onClick={() => {
              onClose()
              void refetchAll(queryClient)
            }}
          >
            {state === 'planned' ? 'Cancel' : 'Close'}
          </Button>
        )}
      </div>
      {(state === 'done' || state === 'undone') && (
        <Outcomes key={`${state} ${tries}`} id={id} kind={action.kind} state={state} />
      )}
    </div>
  )
}

/** Of a job that is not at work any more. */
const stateTexts: Readonly<Record<string, string>> = { stopped: 'Stopped:', done: 'Done:', undone: 'Undone:' }

const ofSessions: Readonly<Record<string, string>> = { changed: 'started', unchanged: 'left', undone: 'cancelled' }
const ofOthers: Readonly<Record<string, string>> = { undone: 'as before' }
const resultText = (kind: SelectionActionKind, result: string | null) =>
  (result !== null && (kind === 'start_session' ? ofSessions : ofOthers)[result]) || result

interface OutcomesProps {
  readonly id: string
  readonly kind: SelectionActionKind
  readonly state: string
}

/** The clients that were left, and why. */
function Outcomes({ id, kind, state }: OutcomesProps) {
  const { data } = useQuery(callQuery([...selectionsKey, id, 'rows', state], selectionApi.rows, { params: { id } }))
  const left = data?.rows.filter(({ reason }) => reason !== null) ?? []
  if (left.length === 0) return null
  return (
    <ul aria-label="Clients that were left" className={styles.left}>
      {left.map(({ client_id, name, result, reason }) => (
        <li key={client_id}>
          <Link to={paths.client(client_id)}>{name || 'unnamed client'}</Link>: {resultText(kind, result)}, {reason}
        </li>
      ))}
    </ul>
  )
}
