import type { ClientKeepers } from '@agency/contract/clients'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readRefusal } from '../api-error'
import { Field } from '../controls/field'
import { FormModal } from '../dialogs/form-modal'
import { counted } from '../formatting'
import { teamsQuery } from '../team-queries'
import { OwnerOptions } from './owner-options'

interface HandOverDialogProps {
  /** How many clients are handed over. */
  readonly clients: number
  /** Whose they are, if they are somebody's: not offered as the new owner. */
  readonly from?: { readonly id: string; readonly name: string }
  readonly busy: boolean
  /** Of the last try. */
  readonly error: unknown
  readonly onHandOver: (to: ClientKeepers) => void
  readonly onClose: () => void
}

const unchanged = 'unchanged'
const none = 'none'
/** What a choice asks for; absent if nothing is to change. */
const chosenAs = (choice: string) => (choice === none ? null : choice)

/** Asks who looks after some clients from now on: an owner, a team, or both. */
export function HandOverDialog({ clients, from, busy, error, onHandOver, onClose }: HandOverDialogProps) {
  const { data: teams = [] } = useQuery(teamsQuery)
  const [owner, setOwner] = useState(unchanged)
  const [team, setTeam] = useState(unchanged)
  const isNothing = owner === unchanged && team === unchanged
  const submit = () =>
    onHandOver({
      ...(owner !== unchanged && { owner_id: chosenAs(owner) }),
      ...(team !== unchanged && { team_id: chosenAs(team) }),
    })
  return (
    <FormModal
      title={`Hand over ${counted(clients, 'client')}${from === undefined ? '' : ` from ${from.name}`}`}
      description="The change takes effect at once and is recorded in the activity of each client."
      size="small"
      dirty={!isNothing && !busy}
      busy={busy}
      saveLabel="Hand over"
      busyLabel="Handing over..."
      saveDisabled={isNothing || clients === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {error !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {readRefusal(error)?.body?.message ?? 'The clients could not be handed over. Please try again.'}
        </p>
      )}
      <Choice label="Owner" value={owner} onChoose={setOwner}>
        <option value={unchanged}>{from === undefined ? 'Keep the owners' : `Keep ${from.name}`}</option>
        <OwnerOptions {...(from && { exceptId: from.id })} />
        <option value={none}>Nobody</option>
      </Choice>
      {teams.length > 0 && (
        <Choice label="Team" value={team} onChoose={setTeam}>
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
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly children: ReactNode
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} value={value} onChange={({ target }) => onChoose(target.value)}>
          {children}
        </select>
      )}
    </Field>
  )
}
