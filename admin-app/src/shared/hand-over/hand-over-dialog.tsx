import type { ClientKeepers } from '@agency/contract/clients'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { Field } from '../controls/field'
import { FormModal } from '../dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../dialogs/save-dialog'
import { counted } from '../formatting'
import { teamsQuery } from '../team-queries'
import { showToast } from '../toasts/toasts'
import { OwnerOptions } from './owner-options'

interface HandOverDialogProps {
  /** How many clients are handed over. */
  readonly clients: number
  /** Whose they are, if they are somebody's: not offered as the new owner. */
  readonly from?: { readonly id: string; readonly name: string }
  readonly handOver: (to: ClientKeepers) => Promise<{ readonly clients: number }>
  readonly onDone: () => unknown
  readonly onClose: () => void
}

const unchanged = 'unchanged'
const none = 'none'
/** What a choice asks for; absent if nothing is to change. */
const chosenAs = (choice: string) => (choice === none ? null : choice)

/** Asks who looks after some clients from now on: an owner, a team, or both. */
export function HandOverDialog({ clients, from, handOver, onDone, onClose }: HandOverDialogProps) {
  const { data: teams = [] } = useQuery(teamsQuery)
  const form = useForm({ defaultValues: { owner: unchanged, team: unchanged } })
  const modal = useSaveDialog({
    form,
    save: ({ owner, team }) =>
      handOver({
        ...(owner !== unchanged && { owner_id: chosenAs(owner) }),
        ...(team !== unchanged && { team_id: chosenAs(team) }),
      }),
    onSaved: (done) => {
      onClose()
      showToast({ text: `${counted(done.clients, 'client')} handed over.` })
      return onDone()
    },
    failure: 'The clients could not be handed over. Please try again.',
    explain: serverMessage(),
  })
  return (
    <FormModal
      title={`Hand over ${counted(clients, 'client')}${from === undefined ? '' : ` from ${from.name}`}`}
      description="The change takes effect at once and is recorded in the activity of each client."
      size="small"
      {...modal}
      saveLabel="Hand over"
      busyLabel="Handing over..."
      saveDisabled={!modal.dirty || clients === 0}
      onClose={onClose}
    >
      <Choice label="Owner" control={form.register('owner')}>
        <option value={unchanged}>{from === undefined ? 'Keep the owners' : `Keep ${from.name}`}</option>
        <OwnerOptions {...(from && { exceptId: from.id })} />
        <option value={none}>Nobody</option>
      </Choice>
      {teams.length > 0 && (
        <Choice label="Team" control={form.register('team')}>
          <option value={unchanged}>Keep the teams</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={none}>No team</option>
        </Choice>
      )}
    </FormModal>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly control: UseFormRegisterReturn
  readonly children: ReactNode
}

function Choice({ label, control, children }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} {...control}>
          {children}
        </select>
      )}
    </Field>
  )
}
