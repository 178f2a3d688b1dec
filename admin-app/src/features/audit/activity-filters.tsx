import type { AuditEvent } from '@agency/contract/audit'
import { useId, useState } from 'react'
import { Field } from '../../shared/controls/field'
import styles from './activity-dialog.module.css'
import { actionText, actorText } from './activity-messages'
import type { ActivityFilter } from './activity-query'

interface ActivityFiltersProps {
  /** The events without a filter, as far as they are loaded: they name the people and kinds to choose from. */
  readonly events: readonly AuditEvent[]
  readonly filter: ActivityFilter
  readonly onChange: (filter: ActivityFilter) => void
}

const periods = [
  { days: 1, label: 'Last 24 hours' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 365, label: 'Last 12 months' },
] as const

const since = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

function kindOf(event: AuditEvent): string {
  const { before, document, after } = actionText({ ...event, subject_title: null })
  return `${before}${document}${after}`
}

const byLabel = ([, a]: readonly [string, string], [, b]: readonly [string, string]) => a.localeCompare(b)

export function ActivityFilters(props: ActivityFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = () => {
    setOpen(!isOpen)
    // What is not shown narrows nothing.
    if (isOpen) props.onChange({})
  }
  return (
    <>
      <button type="button" className="link-button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        Filter
      </button>
      <div id={id}>{isOpen && <Filters {...props} />}</div>
    </>
  )
}

function Filters({ events, filter, onChange }: ActivityFiltersProps) {
  const people = new Map(
    events.flatMap((event) => (event.actor_id === null ? [] : [[event.actor_id, actorText(event) ?? 'Unknown']])),
  )
  const kinds = new Map(events.map((event) => [event.action, kindOf(event)]))
  return (
    <div className={styles.filters}>
      <Choice
        label="Person"
        all="Everybody"
        options={[...people].toSorted(byLabel)}
        onChoose={(actor_id) => onChange({ ...filter, actor_id })}
      />
      <Choice
        label="Kind"
        all="All kinds"
        options={[...kinds].toSorted(byLabel)}
        onChoose={(action) => onChange({ ...filter, action })}
      />
      <Choice
        label="Time"
        all="Any time"
        options={periods.map(({ days, label }) => [String(days), label])}
        onChoose={(days) => onChange({ ...filter, from: days && since(Number(days)) })}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly all: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose: (value: string | undefined) => void
}

function Choice({ label, all, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} defaultValue="" onChange={({ target }) => onChoose(target.value || undefined)}>
          <option value="">{all}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
