import type { ClientRecord } from '@agency/contract/clients'
import type { Covered } from '@agency/contract/policies'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../shared/controls/field'
import styles from './policies.module.css'
import { labelOf, type PolicyDraft } from './policy-draft'
import { peopleOf } from './policy-text'

interface CoveredFieldProps {
  readonly form: UseFormReturn<PolicyDraft>
  readonly client: ClientRecord
}

/** Who is covered: people of the record by a tick, and others by name. */
export function CoveredField({ form, client }: CoveredFieldProps) {
  const covered = form.watch('covered')
  const people = covered.filter(({ who }) => who !== 'other')
  const others = covered.filter(({ who }) => who === 'other')
  // Their places are all that tells them apart.
  const rows = others.map((person, place) => ({ person, place }))
  const set = (next: Covered[]) => {
    form.clearErrors('covered')
    form.setValue('covered', next, { shouldDirty: true })
  }
  const toggle = (who: Covered['who']) => {
    const rest = people.filter((person) => person.who !== who)
    const isCovered = rest.length < people.length
    set([...(isCovered ? rest : [...rest, { who, name: null, dob: null }]), ...others])
  }
  const change = (place: number, person: Covered) =>
    set([...people, ...others.map((other, n) => (n === place ? person : other))])
  const group = useRef<HTMLFieldSetElement>(null)
  const { covered: error } = form.formState.errors
  useEffect(() => {
    if (error) group.current?.querySelector<HTMLInputElement>('input:not([type])[value=""]')?.focus()
  }, [error])
  return (
    <fieldset ref={group} className={styles.group}>
      <legend>{labelOf('covered')}</legend>
      {peopleOf(client).map(({ who, name }) => (
        <label key={who} className="choice">
          <input type="checkbox" checked={people.some((person) => person.who === who)} onChange={() => toggle(who)} />{' '}
          {name}
        </label>
      ))}
      {rows.map(({ person, place }) => (
        <div key={place} className={styles.row}>
          <Field label={`Name of other person ${place + 1}`}>
            {(ties) => (
              <input
                {...ties}
                maxLength={500}
                autoComplete="off"
                value={person.name ?? ''}
                onChange={({ target }) => change(place, { ...person, name: target.value })}
              />
            )}
          </Field>
          <Field label={`Born on, person ${place + 1}`}>
            {(ties) => (
              <input
                {...ties}
                type="date"
                max="9999-12-31"
                value={person.dob ?? ''}
                onChange={({ target }) => change(place, { ...person, dob: target.value || null })}
              />
            )}
          </Field>
          <button
            type="button"
            className="link-button"
            aria-label={`Remove other person ${place + 1}`}
            onClick={() => set([...people, ...others.filter((_, n) => n !== place)])}
          >
            Remove
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="link-button"
          onClick={() => set([...covered, { who: 'other', name: '', dob: null }])}
        >
          Add another person
        </button>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
    </fieldset>
  )
}
