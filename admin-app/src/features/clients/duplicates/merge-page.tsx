import { clientFields } from '@agency/contract/client-fields'
import {
  areOfOthers,
  type ClientComparison,
  type ComparedClient,
  type ComparedField,
  mergeApi,
  movedKinds,
  undoMergeDays,
} from '@agency/contract/client-merges'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { useToday } from '../../../shared/dates/today'
import { useSubmission } from '../../../shared/dialogs/submission'
import { counted, formatDay } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { showToast } from '../../../shared/toasts/toasts'
import { refetchClients } from '../client-queries'
import { plainText } from '../record/field-text'
import { spokenLabel } from '../record/record-fields'
import {
  comparisonQuery,
  duplicatesOfQuery,
  explain,
  mergesQuery,
  pairedName,
  pairedText,
  useUndoMerge,
} from './duplicate-queries'
import styles from './duplicates.module.css'

export function MergePage() {
  const { clientId = '', otherId = '' } = useParams()
  const { data, error, refetch } = useQuery(comparisonQuery(clientId, otherId))
  return (
    <div className={styles.page}>
      <PageHeading title="Merge two records">Merge two records</PageHeading>
      {data === undefined && error === null && <Loading label="Loading both records" />}
      {data === undefined && error !== null && <LoadFailure message={failureMessage(error)} retry={refetch} />}
      {data !== undefined && (
        <MergeForm
          key={`${data.client.id} ${data.client.version} ${data.other.version}`}
          comparison={data}
          compareAgain={() => void refetch()}
        />
      )}
    </div>
  )
}

interface MergeFormProps {
  readonly comparison: ClientComparison
  readonly compareAgain: () => void
}

function MergeForm({ comparison: { client, other, fields }, compareAgain }: MergeFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { undo } = useUndoMerge(client.id)
  const merge = useMutation({
    mutationFn: (from_other: ComparedField['name'][]) =>
      call(mergeApi.merge, {
        params: { id: client.id },
        body: { other_id: other.id, version: client.version, other_version: other.version, from_other },
      }),
    onSuccess: ({ id }) => {
      // The notice above the record is fetched again before the record is shown.
      for (const { queryKey } of [duplicatesOfQuery(client.id), mergesQuery(client.id)])
        queryClient.removeQueries({ queryKey })
      showToast({ text: `Merged the record of ${pairedName(other)} into this one`, undo: () => undo(id) })
      navigate(paths.client(client.id), { replace: true })
      return refetchClients(queryClient)
    },
    onError: (error) => {
      explain('The records could not be merged.', error)
      if (readRefusal(error)?.status === 409) compareAgain()
    },
  })
  const submission = useSubmission(merge.isPending)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const fromOther = fields.flatMap(({ name }) => (chosen.get(name) === 'other' ? [name] : []))
    submission(() => merge.mutate(fromOther))
  }
  const different = fields.filter(({ same }) => !same)
  // Last names change.
  const differing = different.filter(
    ({ name, value, other_value }) =>
      name !== 'client_last_name' && value !== null && other_value !== null && areOfOthers(name, value, other_value),
  )
  return (
    <form className={`card ${styles.form}`} onSubmit={submit}>
      <Sides client={client} other={other} />
      {differing.length > 0 && (
        <p className="notice" data-tone="warning">
          These may be two people. Different: {labels(differing).join(', ')}.
        </p>
      )}
      {different.length === 0 && <p>The two records have the same values.</p>}
      {different.map((field) => (
        <FieldChoice key={field.name} field={field} />
      ))}
      {different.length < fields.length && (
        <p>The same in both records: {labels(fields.filter(({ same }) => same)).join(', ')}.</p>
      )}
      <p>
        {different.some(({ name, value }) => secondPlaces.has(name) && value !== null) &&
          'A primary phone or email that is replaced gets a message that says so. '}
        {consequence(other)}
        {haveOtherKeepers(client, other) && ' Owner and team stay those of the record that is kept.'} The address of
        that record leads to the one that is kept. The merge can be taken apart for {undoMergeDays} days, unless the
        record is edited.
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={merge.isPending} busyLabel="Merging...">
          Merge
        </Button>
        <Link to={paths.duplicates}>All duplicates</Link>
      </div>
    </form>
  )
}

function Sides({ client, other }: Pick<ClientComparison, 'client' | 'other'>) {
  return (
    <dl className={styles.field}>
      {[client, other].map((side, place) => (
        <div key={side.id}>
          <dt>{place === 0 ? 'Record that is kept' : 'Record that is merged into it'}</dt>
          <dd>
            <Link to={paths.client(side.id)}>{pairedText(side)}</Link>, added on {formatDay(side.created_at)}
            {side.owner_name !== null && `, owner ${side.owner_name}`}
            {side.team_name && `, team ${side.team_name}`}
            {place === 1 && (
              <>
                {' '}
                <Link to={paths.merge(other.id, client.id)} replace>
                  Keep this one instead
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const descriptions = new Map(clientFields.map((field) => [field.name, field]))
const labels = (fields: readonly ComparedField[]): string[] =>
  fields.map(({ name }) => {
    const description = descriptions.get(name)
    return description === undefined ? name : spokenLabel(description)
  })

/** Where a number or address goes that is not chosen. */
const secondPlaces = new Map<ComparedField['name'], string>([
  ['primary_phone', 'Secondary Phone'],
  ['primary_email', 'Secondary Email'],
])

function FieldChoice({ field }: { readonly field: ComparedField }) {
  const { name, value, other_value, other_is_newer } = field
  const description = descriptions.get(name)
  const day = useToday()
  if (description === undefined) return null
  const { label, group } = description
  const second = secondPlaces.get(name)
  const textOf = (stored: string | null): string => {
    if (stored === null) return 'Empty'
    return description.kind === 'rich-text' ? textOfHtml(stored) : plainText(description, stored, day)
  }
  const isNewer = other_is_newer && value !== null
  const sides = [
    { side: 'own', text: textOf(value), from: 'record that is kept', isChosen: !other_is_newer },
    {
      side: 'other',
      text: textOf(other_value),
      from: isNewer ? 'other record, newer' : 'other record',
      isChosen: other_is_newer,
    },
  ]
  return (
    <fieldset className={styles.field}>
      <legend>{group === undefined ? label : `${group}: ${label}`}</legend>
      {second !== undefined && value !== null && other_value !== null && (
        <p className="field-hint">The other one becomes {second}, if that stays empty.</p>
      )}
      {sides.map(({ side, text, from, isChosen }) => (
        <label key={side} className={styles.choice}>
          <input type="radio" name={name} value={side} defaultChecked={isChosen} />
          <span>
            {text} <span className="field-hint">{from}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const textOfHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() || 'Empty'

const nouns = {
  policies: ['policy', 'policies'],
  sessions: ['session', 'sessions'],
  documents: ['document', 'documents'],
  notes: ['note', 'notes'],
  proposals: ['proposed change', 'proposed changes'],
} as const

const haveOtherKeepers = (one: ComparedClient, other: ComparedClient): boolean =>
  one.owner_name !== other.owner_name || one.team_name !== other.team_name

/** What moves with the merge. */
function consequence(other: ComparedClient): string {
  const moved = movedKinds.flatMap((kind) =>
    other.has[kind] === 0 ? [] : [counted(other.has[kind], nouns[kind][0], nouns[kind][1])],
  )
  return moved.length === 0
    ? 'The other record has nothing else to move.'
    : `Moved from the record of ${pairedName(other)}: ${moved.join(', ')}.`
}

/** A record that was merged meanwhile is in no pair any more. */
function failureMessage(error: Error): string {
  const refusal = readRefusal(error)
  if (refusal?.status === 404) return 'One of the two records was not found.'
  if (refusal?.body?.code === 'TOO_MANY_RECORDS') return refusal.body.message
  return 'The records could not be loaded.'
}
