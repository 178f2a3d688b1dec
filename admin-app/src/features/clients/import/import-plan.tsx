import {
  type ClientImport,
  type ImportPlan,
  type ImportTarget,
  importDelimiters,
  importEncodings,
  importKeys,
  importLabel,
  importTargets,
  isJoined,
} from '@agency/contract/client-imports'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../../shared/formatting'
import { TableHead } from '../../../shared/tables/table-head'
import styles from './import.module.css'
import { Select } from './import-plan-select'
import { ImportPoliciesFields } from './import-policies'
import { type ImportStep, importsQuery, useSavePlan } from './import-queries'

const delimiterNames = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const
const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250 (Central Europe)',
  macintosh: 'Mac OS Roman',
  cp850: 'MS-DOS (850)',
} as const
/** Rows in which headings are looked for. */
const rowsOfHeadings = 30
const keyNames = {
  ssn: 'SSN or Medicare number',
  email: 'E-mail address',
  phone: 'Phone number',
  name_dob: 'Name and date of birth',
} as const

interface PlanProps {
  readonly of: ClientImport
  readonly step: ImportStep
}

/** How the file is read, and what its columns are. Each change is saved at once. */
export function ImportPlanCard({ of, step }: PlanProps) {
  const { plan } = of
  const save = useSavePlan(of, step)
  return (
    <section className={`card ${styles.card}`} aria-label="Plan">
      {of.remembered && <p className="notice">Columns and choices are those of your last file with these headings.</p>}
      {of.no_longer !== undefined && of.no_longer.length > 0 && (
        <p className="notice">
          Your last file had a column for {of.no_longer.map(importLabel).join(', ')}. No column of this one is that:
          choose it below if it has another heading now.
        </p>
      )}
      <h2>How the file is read</h2>
      <Settings of={of} onSave={(settings) => save({ settings: { ...plan.settings, ...settings } })} />
      <h2>Known clients</h2>
      <fieldset className={styles.choices}>
        <legend>A client is known by</legend>
        {importKeys.map((key) => (
          <Choice
            key={key}
            label={keyNames[key]}
            checked={plan.match_by.includes(key)}
            onChange={(checked) =>
              save({ match_by: importKeys.filter((each) => (each === key ? checked : plan.match_by.includes(each))) })
            }
          />
        ))}
      </fieldset>
      <Choice
        label="Only fill empty fields of known clients"
        checked={plan.fill_only}
        onChange={(fill_only) => save({ fill_only })}
      />
      <Choice
        label="Import rows with a faulty value, without that value"
        checked={plan.leave_out_faults}
        onChange={(leave_out_faults) => save({ leave_out_faults })}
      />
      <Choice
        label="Add the zeros at the start of SSNs that a spreadsheet has dropped"
        checked={plan.add_zeros}
        onChange={(add_zeros) => save({ add_zeros })}
      />
      <FormerFile of={of} onChoose={(former) => save({ former })} />
      <h2>Columns</h2>
      <Columns of={of} onMap={(mapping) => save({ mapping })} />
      {plan.mapping.some(isPolicyTarget) && <ImportPoliciesFields of={of} onSave={(policies) => save({ policies })} />}
    </section>
  )
}

const lastFile = 'last'
const noFile = 'none'

interface FormerFileProps {
  readonly of: ClientImport
  readonly onChoose: (former: ImportPlan['former']) => void
}

/** With which file this one is compared: it may come from another program than the last one. */
function FormerFile({ of, onChoose }: FormerFileProps) {
  const { data } = useQuery(importsQuery)
  const done = data?.imports.filter(({ id, state }) => state === 'done' && id !== of.id) ?? []
  const { former } = of.plan
  if (done.length === 0) return null
  return (
    <Select
      label="Missing clients"
      hint="Who was in that file and is not in this one is listed. Nothing is done to them."
      value={former === undefined ? lastFile : (former ?? noFile)}
      options={[
        [lastFile, 'Compare with the last file with these headings'],
        [noFile, 'Compare with no file'],
        ...done.map(({ id, file_name, created_at }): [string, string] => [
          id,
          `Compare with ${file_name} of ${formatDay(created_at)}`,
        ]),
      ]}
      onChange={(value) => onChoose(value === lastFile ? undefined : value === noFile ? null : value)}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

interface SettingsProps {
  readonly of: ClientImport
  readonly onSave: (settings: Partial<ImportPlan['settings']>) => void
}

function Settings({ of: { kind, plan, sheets, mixed_dates }, onSave }: SettingsProps) {
  const { settings } = plan
  return (
    <div className="field-grid">
      {kind === 'csv' ? (
        <>
          <Select
            label="Encoding"
            value={settings.encoding}
            options={importEncodings.map((name) => [name, encodingNames[name]])}
            onChange={(encoding) => onSave({ encoding })}
          />
          <Select
            label="Separator"
            value={settings.delimiter}
            options={importDelimiters.map((name) => [name, delimiterNames[name]])}
            onChange={(delimiter) => onSave({ delimiter })}
          />
        </>
      ) : (
        <Select
          label="Sheet"
          hint={sheets.length > 1 ? 'Only this one is imported. For another one, upload the file again.' : undefined}
          value={settings.sheet ?? ''}
          options={sheets.map((name) => [name, name])}
          onChange={(sheet) => onSave({ sheet })}
        />
      )}
      <Select
        label="Headings are in"
        hint={
          settings.header_row === 0
            ? 'The first row is imported as a client, and columns are told by their values.'
            : undefined
        }
        value={String(settings.header_row)}
        options={Array.from({ length: Math.max(rowsOfHeadings, settings.header_row) + 1 }, (_, row) => [
          String(row),
          row === 0 ? 'No row: the first is data' : `Row ${row}`,
        ])}
        onChange={(row) => onSave({ header_row: Number(row) })}
      />
      <Select
        label="Dates"
        hint={mixed_dates ? 'Some dates are month first, some day first. Please check them in the rows.' : undefined}
        value={settings.dates}
        options={[
          ['mdy', 'Month first: 12/31/1980'],
          ['dmy', 'Day first: 31/12/1980'],
        ]}
        onChange={(dates) => onSave({ dates })}
      />
      <Select
        label="Amounts"
        value={settings.decimals}
        options={[
          ['point', 'Decimal point: 1,234.50'],
          ['comma', 'Decimal comma: 1.234,50'],
        ]}
        onChange={(decimals) => onSave({ decimals })}
      />
    </div>
  )
}

interface ColumnsProps {
  readonly of: ClientImport
  readonly onMap: (mapping: ImportPlan['mapping']) => void
}

/** Any of them makes a client. */
const names: ReadonlySet<ImportTarget> = new Set<ImportTarget>([
  'full_name',
  'last_first_name',
  'client_first_name',
  'client_last_name',
])

const sortedTargets: readonly ImportTarget[] = importTargets.toSorted((one, other) =>
  importLabel(one).localeCompare(importLabel(other)),
)

function Columns({ of: { columns, plan }, onMap }: ColumnsProps) {
  const map = (at: number, name: string) => {
    const target = importTargets.find((each) => each === name) ?? null
    const isFree = target === null || isJoined(target)
    // Another column that was this field is free again.
    onMap(plan.mapping.map((other, place) => (place === at ? target : !isFree && other === target ? null : other)))
  }
  const isNamed = plan.mapping.some((target) => target !== null && names.has(target))
  return (
    <>
      {!isNamed && (
        <p className="notice">No column is the name of clients. Choose it: nobody is added without a name.</p>
      )}
      <div className="table-wrap">
        <table className="table stacked" aria-label="Columns">
          <TableHead columns={['Column', 'Values', 'Imported as']} />
          <tbody>
            {columns.map(({ heading, samples }, at) => {
              const name = heading === '' ? `Column ${at + 1}` : heading
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                <tr key={at}>
                  <th scope="row" data-label="Column">
                    {name}
                  </th>
                  <td data-label="Values">{samples.join(' · ')}</td>
                  <td data-label="Imported as">
                    <select
                      aria-label={`${name} is`}
                      value={plan.mapping[at] ?? ''}
                      onChange={({ target }) => map(at, target.value)}
                    >
                      <option value="">Left out</option>
                      {sortedTargets.map((target) => (
                        <option key={target} value={target}>
                          {importLabel(target)}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
