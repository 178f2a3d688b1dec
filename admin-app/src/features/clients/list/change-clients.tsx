import { clientStatuses } from '@agency/contract/client-fields'
import {
  type PlanSelection,
  type SelectionActionKind,
  selectionActions,
  selectionApi,
  selectionPermission,
} from '@agency/contract/client-selections'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { call, callQuery } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { DateField } from '../../../shared/dates/date-field'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { formPresetsQuery } from '../../../shared/form-picker/form-presets'
import { OwnerOptions } from '../../../shared/hand-over/owner-options'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { teamsQuery } from '../../../shared/team-queries'
import { usePermissions } from '../../../shared/use-permission'
import { refetchClients, tagsQuery } from '../client-queries'
import styles from './client-selection.module.css'

const labels: Readonly<Record<SelectionActionKind, string>> = {
  status: 'Set the status',
  owner: 'Give to an owner',
  team: 'Give to a team',
  follow_up: 'Set the next follow-up',
  add_tag: 'Add a tag',
  remove_tag: 'Remove a tag',
  archive: 'Archive',
  start_session: 'Start sessions from a preset',
}

/** How sessions are sent, by the value of the choice. */
const ways = {
  draft: { label: 'Not now', send: null },
  both: { label: 'Link by email, passcode by text message', send: { link: 'email', passcode: 'text' } },
  swapped: { label: 'Link by text message, passcode by email', send: { link: 'text', passcode: 'email' } },
  email: { label: 'Link by email, passcode later', send: { link: 'email', passcode: 'none' } },
  text: { label: 'Link by text message, passcode later', send: { link: 'text', passcode: 'none' } },
} as const
const isWay = (name: string): name is keyof typeof ways => name in ways

interface ChangeDraft {
  kind: string
  value: string
  /** Of sessions. */
  way: string
}

interface ChangeClientsDialogProps {
  /** Which clients. */
  readonly of: Pick<PlanSelection, 'client_ids' | 'filter'>
  readonly onPlanned: (id: string) => void
  readonly onClose: () => void
}

/** Asks what is to be done to selected clients. Nothing is done before it is started. */
export function ChangeClientsDialog({ of, onPlanned, onClose }: ChangeClientsDialogProps) {
  const may = usePermissions()
  const { data: tags } = useQuery(tagsQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const form = useForm<ChangeDraft>({ defaultValues: { kind: 'status', value: '', way: 'draft' } })
  const kind = form.watch('kind')
  const modal = useSaveDialog({
    form,
    save: (typed) => {
      const known = selectionActions.find((name) => name === typed.kind) ?? 'status'
      const value = typed.value.trim() === '' ? null : typed.value
      return call(selectionApi.plan, {
        body: {
          ...of,
          action: {
            ...{ kind: known, value: known === 'archive' ? null : value },
            ...(known === 'start_session' && isWay(typed.way) ? { send: ways[typed.way].send } : {}),
          },
        },
      })
    },
    onSaved: ({ id }) => {
      onPlanned(id)
      onClose()
    },
    failure: 'The change could not be planned. Please try again.',
    explain: serverMessage(),
  })
  const value = form.register('value')
  return (
    <FormModal
      title="Change clients"
      description="The next step says what will happen to how many clients. Nothing is changed yet."
      size="small"
      {...modal}
      saveLabel="Continue"
      busyLabel="Counting..."
      onClose={onClose}
    >
      <Field label="Change">
        {(ties) => (
          <select {...ties} {...form.register('kind', { onChange: () => form.setValue('value', '') })}>
            {selectionActions
              .filter((name) => may(selectionPermission(name)))
              .map((name) => (
                <option key={name} value={name}>
                  {labels[name]}
                </option>
              ))}
          </select>
        )}
      </Field>
      {kind === 'status' && (
        <Field label="Status">
          {(ties) => (
            <select {...ties} {...value} className={styles.status} required>
              <option value="">Choose</option>
              {clientStatuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {kind === 'owner' && (
        <Field label="Owner">
          {(ties) => (
            <select {...ties} {...value}>
              <option value="">Nobody</option>
              <OwnerOptions />
            </select>
          )}
        </Field>
      )}
      {kind === 'team' && (
        <Field label="Team">
          {(ties) => (
            <select {...ties} {...value}>
              <option value="">No team</option>
              {teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {kind === 'start_session' && <SessionFields form={form} />}
      {kind === 'follow_up' && (
        <DateField control={form.control} name="value" label="Next follow-up" hint="Without a date, it is cleared." />
      )}
      {(kind === 'add_tag' || kind === 'remove_tag') && (
        <Field label="Tag">
          {(ties) => (
            <>
              <input {...ties} {...value} required maxLength={40} list="known-tags" autoComplete="off" />
              <datalist id="known-tags">
                {tags?.tags.map((tag) => (
                  <option key={tag} value={tag} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </FormModal>
  )
}

function SessionFields({ form }: { readonly form: UseFormReturn<ChangeDraft> }) {
  const { data: presets = [] } = useQuery(formPresetsQuery)
  return (
    <>
      <Field label="Preset" hint="A preset is a named list of forms. Presets are made in the settings.">
        {(ties) => (
          <select {...ties} {...form.register('value')} required>
            <option value="">Choose</option>
            {presets
              .filter(({ form_ids }) => form_ids.length > 0)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      <Field label="Send" hint="In the language of each client. An undo cancels the sessions that are unopened.">
        {(ties) => (
          <select {...ties} {...form.register('way')}>
            {Object.entries(ways).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

const selectionsKey = ['client-selections'] as const
const pollEvery = 1_000

/** Asked for again while a job works on it. */
const selectionQuery = (id: string) =>
  queryOptions({
    ...callQuery([...selectionsKey, id], selectionApi.one, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? pollEvery : false,
  })

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
  const isAtWork = state === 'running' || state === 'undoing'
  const results = Object.entries(counts).map(([result, count]) => `${count} ${resultText(action.kind, result)}`)
  return (
    <div ref={part} tabIndex={-1} className={styles.progress}>
      <p role="status">
        <strong>{sentence}</strong> {isAtWork && `${state === 'undoing' ? 'Undoing' : 'Working'}: ${done} of ${total}.`}
        {!isAtWork && state !== 'planned' && `${stateTexts[state]} ${results.join(', ')}.`} {fault}
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

const stateTexts = { stopped: 'Stopped:', done: 'Done:', undone: 'Undone:' } as const

const ofSessions: Readonly<Record<string, string>> = { changed: 'started', unchanged: 'left', undone: 'cancelled' }
const resultText = (kind: SelectionActionKind, result: string | null) =>
  (kind === 'start_session' && result !== null && ofSessions[result]) || result

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
