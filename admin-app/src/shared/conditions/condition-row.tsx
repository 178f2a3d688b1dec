import {
  type Condition,
  type FilterField,
  type Operator,
  operatorNamed,
  operators,
  operatorsOf,
} from '@agency/contract/conditions'
import X from 'lucide-react/icons/x'
import { monthName } from '../formatting'
import type { References } from './condition-text'
import styles from './conditions.module.css'

interface ConditionRowProps {
  readonly condition: Condition
  readonly number: number
  readonly fields: readonly FilterField[]
  readonly references: References
  readonly problem: string | undefined
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

/** The labels of the values that are typed: of one, where several may stand. */
function labelsOf(operator: Operator): readonly string[] {
  const count = operators[operator].values ?? 1
  return count === 2 ? ['From', 'To'] : ['Value'].slice(0, count)
}

const months = Array.from({ length: 12 }, (_, n) => [String(n + 1), monthName(n + 1)] as const)

/** The values that are chosen, each with its words; undefined for those that are typed. */
function optionsOf(field: FilterField, operator: Operator, references: References): References[string] | undefined {
  if (operator === 'birthday_in') return months
  return references[field.name] ?? field.options?.map((option) => [option, option.replaceAll('_', ' ')])
}

/** A condition on a field, before it has values. */
export function emptyCondition(field: FilterField, operator = operatorsOf(field)[0] ?? 'is'): Condition {
  return { field: field.name, operator, values: labelsOf(operator).map(() => '') }
}

/** Field, operator and values of one condition. */
export function ConditionRow({
  condition,
  number,
  fields,
  references,
  problem,
  onChange,
  onRemove,
}: ConditionRowProps) {
  const field = fields.find(({ name }) => name === condition.field)
  const operator = field && operatorNamed(condition.operator, field)
  const problemId = `condition-problem-${number}`
  const groups = [...new Set(fields.map(({ group }) => group))]
  return (
    <fieldset className={styles.row} aria-describedby={problem === undefined ? undefined : problemId}>
      <legend className="visually-hidden">Condition {number}</legend>
      <select
        aria-label="Field"
        value={condition.field}
        onChange={({ target }) => {
          const chosen = fields.find(({ name }) => name === target.value)
          if (chosen) onChange(emptyCondition(chosen))
        }}
      >
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {fields
              .filter((one) => one.group === group)
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {field && operator && (
        <>
          <select
            aria-label="Operator"
            value={operator}
            onChange={({ target }) => {
              const chosen = operatorNamed(target.value, field)
              if (chosen) onChange(emptyCondition(field, chosen))
            }}
          >
            {operatorsOf(field).map((name) => (
              <option key={name} value={name}>
                {operators[name].label}
              </option>
            ))}
          </select>
          {labelsOf(operator).map((label, at) => (
            <ValueInput
              key={label}
              field={field}
              operator={operator}
              label={label}
              options={optionsOf(field, operator, references)}
              value={condition.values[at] ?? ''}
              onType={(value) =>
                onChange({
                  ...condition,
                  values: labelsOf(operator).map((_, n) => (n === at ? value : (condition.values[n] ?? ''))),
                })
              }
            />
          ))}
        </>
      )}
      <button type="button" className={styles.remove} aria-label={`Remove condition ${number}`} onClick={onRemove}>
        <X size={18} />
      </button>
      {problem !== undefined && (
        <p id={problemId} className={styles.problem}>
          This {problem}.
        </p>
      )}
    </fieldset>
  )
}

interface ValueInputProps {
  readonly field: FilterField
  readonly operator: Operator
  readonly label: string
  readonly options: References[string] | undefined
  readonly value: string
  readonly onType: (value: string) => void
}

function ValueInput({ field: { kind }, operator, label, options, value, onType }: ValueInputProps) {
  if (options !== undefined) {
    return (
      <select aria-label={label} value={value} onChange={({ target }) => onType(target.value)}>
        <option value="">Choose</option>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  const isDays = operator === 'within_next' || operator === 'within_last'
  const isAge = operator === 'age_between'
  const isDay = (kind === 'date' || kind === 'birth-date') && !isDays && !isAge
  return (
    <input
      aria-label={isDays ? 'Days' : isAge ? `${label} age` : label}
      type={isDay ? 'date' : 'text'}
      inputMode={isDays || isAge || kind === 'count' ? 'numeric' : kind === 'amount' ? 'decimal' : 'text'}
      className={isDays || isAge ? styles.short : undefined}
      maxLength={300}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
