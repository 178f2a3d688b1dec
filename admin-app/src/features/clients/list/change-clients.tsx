import { clientStatuses } from '@agency/contract/client-fields'
import {
  type PlanSelection,
  type SelectionActionKind,
  selectionActions,
  selectionApi,
  selectionPermission,
} from '@agency/contract/client-selections'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { DateField } from '../../../shared/dates/date-field'
import { isDate, readDate } from '../../../shared/dates/date-text'
import { today } from '../../../shared/dates/today'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { formPresetsQuery } from '../../../shared/form-picker/form-presets'
import { OwnerOptions } from '../../../shared/hand-over/owner-options'
import { teamsQuery } from '../../../shared/team-queries'
import { usePermissions } from '../../../shared/use-permission'
import { tagsQuery } from '../client-queries'
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
      {kind === 'follow_up' && <FollowUpField form={form} />}
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

function FollowUpField({ form }: { readonly form: UseFormReturn<ChangeDraft> }) {
  const day = readDate(form.watch('value'))
  const isPast = isDate(day) && day < today()
  const hint = isPast ? 'It is in the past: they are overdue at once.' : 'Without a date, it is cleared.'
  return <DateField control={form.control} name="value" label="Next follow-up" hint={hint} />
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
