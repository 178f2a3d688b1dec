import { type Condition, type FilterField, problemOf, readWhere, type Where } from '@agency/contract/conditions'
import { readAmount } from '@agency/contract/policy-terms'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../shared-ui'
import { FilterChip } from '../tables/filter-chip'
import { ConditionRow, emptyCondition } from './condition-row'
import { conditionText, type References } from './condition-text'
import styles from './conditions.module.css'

/** Most conditions of a list. */
const most = 10

interface ConditionFilterProps {
  /** The conditions of the address, as JSON; '' for none. */
  readonly where: string
  readonly fields: readonly FilterField[]
  /** Called only while conditions are shown or changed. */
  readonly useReferences: () => References
  /** Says which fields cannot be asked for. */
  readonly note: string
  readonly onShow: (where: string) => void
}

/** The conditions of a list as chips, and a panel that changes them. */
export function ConditionFilter({ where: text, fields, useReferences, note, onShow }: ConditionFilterProps) {
  const where = readWhere(text)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const show = (next: Where) => {
    // The pressed chip or panel goes.
    opener.current?.focus()
    onShow(next.conditions.length === 0 ? '' : JSON.stringify(next))
  }
  return (
    <div className={styles.filter}>
      <div className={styles.chips} data-foldable={where === undefined || undefined}>
        <button
          ref={opener}
          type="button"
          className="chip"
          data-foldable
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Conditions
        </button>
        {where !== undefined && (
          <ConditionChips where={where} fields={fields} useReferences={useReferences} onShow={show} />
        )}
      </div>
      {isOpen && (
        <ConditionPanel
          key={text}
          where={where}
          fields={fields}
          useReferences={useReferences}
          note={note}
          onShow={show}
          onClose={() => {
            opener.current?.focus()
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

interface ConditionChipsProps extends Pick<ConditionFilterProps, 'fields' | 'useReferences'> {
  readonly where: Where
  readonly onShow: (where: Where) => void
}

function ConditionChips({ where, fields, useReferences, onShow }: ConditionChipsProps) {
  const references = useReferences()
  const { match, conditions } = where
  return (
    <>
      {conditions.length > 1 && <span>{match === 'all' ? 'All of' : 'Any of'}</span>}
      {conditions.map((condition) => (
        <FilterChip
          key={JSON.stringify(condition)}
          label={conditionText(condition, fields, references)}
          onRemove={() => onShow({ match, conditions: conditions.filter((one) => one !== condition) })}
        />
      ))}
    </>
  )
}

interface ConditionPanelProps extends Pick<ConditionFilterProps, 'fields' | 'useReferences' | 'note'> {
  readonly where: Where | undefined
  readonly onShow: (where: Where) => void
  readonly onClose: () => void
}

interface Typed {
  readonly key: number
  readonly condition: Condition
}

const fieldOf = (fields: readonly FilterField[], { field }: Condition) => fields.find(({ name }) => name === field)

/** `$1,234.56` is an amount in dialogs too. */
const withPlainAmounts = (condition: Condition, field: FilterField | undefined): Condition =>
  field?.kind === 'amount'
    ? { ...condition, values: condition.values.map((value) => readAmount(value) ?? value) }
    : condition

function ConditionPanel({ where, fields, useReferences, note, onShow, onClose }: ConditionPanelProps) {
  const references = useReferences()
  const first = fields[0]
  const [match, setMatch] = useState(where?.match ?? 'all')
  const [typed, setTyped] = useState<readonly Typed[]>(() =>
    (where?.conditions ?? (first ? [emptyCondition(first)] : [])).map((condition, key) => ({ key, condition })),
  )
  const [isChecked, setChecked] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const conditions = typed.map(({ condition }) => withPlainAmounts(condition, fieldOf(fields, condition)))
  const problems = conditions.map((condition) => problemOf(condition, fieldOf(fields, condition)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problems.some((problem) => problem !== undefined)) return
    onShow({ match, conditions })
    onClose()
  }
  const add = () => {
    const key = Math.max(-1, ...typed.map((one) => one.key)) + 1
    if (first) setTyped([...typed, { key, condition: emptyCondition(first) }])
  }
  return (
    <form className={styles.panel} data-foldable aria-label="Conditions" onSubmit={submit} noValidate>
      {typed.length > 1 && (
        <label>
          Show what meets{' '}
          <select value={match} onChange={({ target }) => setMatch(target.value === 'any' ? 'any' : 'all')}>
            <option value="all">all of these</option>
            <option value="any">any of these</option>
          </select>
        </label>
      )}
      {typed.map(({ key, condition }, at) => (
        <ConditionRow
          key={key}
          number={at + 1}
          condition={condition}
          fields={fields}
          references={references}
          problem={isChecked ? problems[at] : undefined}
          onChange={(changed) => setTyped(typed.map((one) => (one.key === key ? { key, condition: changed } : one)))}
          onRemove={() => {
            flushSync(() => setTyped(typed.filter((one) => one.key !== key)))
            adder.current?.focus()
          }}
        />
      ))}
      <p role="alert" className="visually-hidden">
        {isChecked && problems.some((problem) => problem !== undefined) ? 'A condition is not complete.' : ''}
      </p>
      <div className={styles.chips}>
        <Button type="submit">Show</Button>
        <Button ref={adder} variant="secondary" disabled={typed.length >= most} onClick={add}>
          Add a condition
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
      <p className={styles.note}>{note}</p>
    </form>
  )
}
