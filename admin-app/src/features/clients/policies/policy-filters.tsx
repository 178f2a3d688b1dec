import { type PolicyView, policyViews } from '@agency/contract/policies'
import { policyLineNames, policyLines, policyStatuses } from '@agency/contract/policy-terms'
import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../../shared/dates/today'
import { monthName } from '../../../shared/formatting'
import styles from './policies.module.css'
import { monthsAround, type PolicyListView, type ShowPolicies } from './policy-list-view'
import { carriersQuery } from './policy-queries'
import { statusNames } from './policy-text'

const viewNames: Readonly<Record<PolicyView, string>> = {
  due_30: 'Due in 30 days',
  due_60: '60 days',
  due_90: '90 days',
  binder_unpaid: 'Binder unpaid',
  pending_long: 'Pending over 14 days',
}

const filterNames = ['view', 'status', 'line', 'carrier', 'effective', 'renews', 'where'] as const
const unfiltered = { view: null, status: null, line: null, carrier: null, effective: null, renews: null, where: '' }

interface PolicyFiltersProps {
  readonly view: PolicyListView
  readonly onShow: ShowPolicies
}

/** The views that are there from the start, and filters that can be put beside them. */
export function PolicyFilters({ view, onShow }: PolicyFiltersProps) {
  const { data } = useQuery(carriersQuery)
  const day = useToday()
  const choose = (chosen: PolicyView | null) => {
    if (chosen === null) return onShow({ ...unfiltered, page: 1 })
    onShow({ view: chosen, page: 1, ...(chosen.startsWith('due') && { sort: 'renewal_date', order: 'asc' }) })
  }
  const isUnfiltered = filterNames.every((name) => !view[name])
  const months = (name: 'effective' | 'renews', range: { before: number; after: number }) =>
    monthsAround(day, range, view[name]).map((month) => [month, nameOfMonth(month)] as const)
  return (
    <>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">Views</legend>
        {[null, ...policyViews].map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            data-foldable
            aria-pressed={name === null ? isUnfiltered : view.view === name}
            aria-label={name === 'due_60' || name === 'due_90' ? `Due in ${viewNames[name]}` : undefined}
            onClick={() => choose(name)}
          >
            {name === null ? 'All' : viewNames[name]}
          </button>
        ))}
      </fieldset>
      <div className={styles.filters}>
        <Choice
          label="Filter by status"
          any="Any status"
          value={view.status}
          options={policyStatuses.map((status) => [status, statusNames[status]])}
          onChoose={(status) => onShow({ status, page: 1 })}
        />
        <Choice
          label="Filter by line"
          any="Any line"
          value={view.line}
          options={policyLines.map((line) => [line, policyLineNames[line]])}
          onChoose={(line) => onShow({ line, page: 1 })}
        />
        <Choice
          label="Filter by carrier"
          any="Any carrier"
          value={view.carrier}
          options={(data?.carriers ?? []).map(({ id, name }) => [id, name])}
          onChoose={(carrier) => onShow({ carrier, page: 1 })}
        />
        <Choice
          label="Filter by effective date"
          any="Effective: any month"
          value={view.effective}
          options={months('effective', { before: 14, after: 3 }).map(([month, name]) => [
            month,
            `Effective in ${name}`,
          ])}
          onChoose={(effective) => onShow({ effective, page: 1 })}
        />
        <Choice
          label="Filter by renewal date"
          any="Renews: any month"
          value={view.renews}
          options={months('renews', { before: 1, after: 14 }).map(([month, name]) => [month, `Renews in ${name}`])}
          onChoose={(renews) => onShow({ renews, page: 1 })}
        />
      </div>
    </>
  )
}

function nameOfMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${monthName(number ?? 0)} ${year}`
}

interface ChoiceProps<Name extends string> {
  readonly label: string
  readonly any: string
  readonly value: Name | null
  readonly options: readonly (readonly [Name, string])[]
  readonly onChoose: (name: Name | null) => void
}

function Choice<Name extends string>({ label, any, value, options, onChoose }: ChoiceProps<Name>) {
  return (
    <select
      aria-label={label}
      data-foldable={value === null || undefined}
      value={value ?? ''}
      onChange={({ target }) => onChoose(options.find(([name]) => name === target.value)?.[0] ?? null)}
    >
      <option value="">{any}</option>
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}
