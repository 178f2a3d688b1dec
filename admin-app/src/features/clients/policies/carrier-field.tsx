import { type Carrier, carrierApi } from '@agency/contract/carriers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { Button } from '../../../shared/shared-ui'
import styles from './policies.module.css'
import { carriersQuery, refetchPolicies } from './policy-queries'

interface CarrierFieldProps {
  readonly value: string
  readonly error: string | undefined
  /** Takes the focus when a carrier is missing. */
  readonly inputRef: Ref<HTMLSelectElement>
  readonly onChange: (id: string) => void
}

/** Picks a carrier, or adds one. Archived ones are not offered, but for the one that is chosen. */
export function CarrierField({ value, error, inputRef, onChange }: CarrierFieldProps) {
  const { data } = useQuery(carriersQuery)
  const [adding, setAdding] = useState(false)
  const offered = data?.carriers.filter(({ id, archived }) => !archived || id === value) ?? []
  return (
    <div className={styles.carrier}>
      <Field label="Carrier" error={error}>
        {(ties) => (
          <select {...ties} ref={inputRef} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">Choose a carrier</option>
            {offered.map(({ id, name, archived }) => (
              <option key={id} value={id}>
                {archived ? `${name} (archived)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {adding ? (
        <NewCarrier
          onAdded={({ id }) => {
            setAdding(false)
            onChange(id)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <button type="button" className="link-button" onClick={() => setAdding(true)}>
          Add a carrier
        </button>
      )}
    </div>
  )
}

/** The press on the button before it asked for the field. The function stays the same, so that it is called once. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

function NewCarrier({ onAdded, onCancel }: { onAdded: (carrier: Carrier) => void; onCancel: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => call(carrierApi.add, { body: { name } }),
    onSuccess: async (carrier) => {
      await refetchPolicies(queryClient)
      onAdded(carrier)
    },
  })
  const submit = () => name.trim() !== '' && !add.isPending && add.mutate()
  const failure =
    add.error && (serverMessage('INVALID_INPUT')(add.error) ?? 'The carrier could not be added. Please try again.')
  return (
    <div className={styles.inline}>
      <Field label="Name of the carrier" error={failure ?? undefined}>
        {(ties) => (
          <input
            {...ties}
            ref={focusOnce}
            maxLength={100}
            value={name}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              submit()
            }}
          />
        )}
      </Field>
      <Button variant="secondary" busy={add.isPending} busyLabel="Adding..." onClick={submit}>
        Add
      </Button>
      <button type="button" className="link-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
