import { writtenDate, writtenNumber } from '@agency/contract/field-values'
import { dateFormats, type FormField, longestFieldValue } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import { counted } from '../../../shared/formatting'
import { isDate, isSigningDate } from '../field-kinds'
import type { FieldChange } from '../placed-fields'
import { Tick } from './tick'

interface KindPropertiesProps {
  readonly field: FormField
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (change: FieldChange, run: string) => void
}

/** The properties that only fields of one kind have. */
export function KindProperties(props: KindPropertiesProps) {
  const { field } = props
  if (isDate(field.kind)) return <DateProperties {...props} />
  if (field.kind === 'choice') return <ChoiceProperties {...props} />
  if (field.kind !== 'text') return null
  if (field.calculation === undefined && field.number === undefined) return <TextProperties {...props} />
  return <NumberNote field={field} />
}

function DateProperties({ field, faults, onChange }: KindPropertiesProps) {
  const signing = isSigningDate(field)
  return (
    <>
      <Field label="Which day" error={faults.kind}>
        {(ties) => (
          <select
            {...ties}
            value={signing ? 'signing' : 'entered'}
            onChange={({ target }) =>
              onChange(
                target.value === 'signing'
                  ? {
                      kind: 'date',
                      binding: null,
                      editable: false,
                      required: false,
                      latest: undefined,
                      preset: undefined,
                    }
                  : { kind: 'entered_date', binding: null, editable: true },
                'kind',
              )
            }
          >
            <option value="signing">The day of signing</option>
            <option value="entered">A date that is entered</option>
          </select>
        )}
      </Field>
      <Field label="Written as" error={faults.date_format}>
        {(ties) => (
          <select
            {...ties}
            value={field.date_format ?? 'mm/dd/yyyy'}
            onChange={({ target }) =>
              onChange({ date_format: dateFormats.find((format) => format === target.value) }, 'date_format')
            }
          >
            {dateFormats.map((format) => (
              <option key={format} value={format}>
                {format} ({writtenDate('1961-04-30', format)})
              </option>
            ))}
          </select>
        )}
      </Field>
      {!signing && (
        <Tick
          label="Not in the future"
          checked={field.latest === 'today'}
          onTick={(checked) => onChange({ latest: checked ? 'today' : undefined }, 'latest')}
        />
      )}
    </>
  )
}

/** The choices as they are edited: one per line. A line that is as before keeps its value. */
const choicesOf = (text: string, before: FormField['choices'] = []): FormField['choices'] => {
  const labels = [...new Set(text.split('\n').map((line) => line.trim().slice(0, 200)))].filter(Boolean).slice(0, 500)
  const found = labels.map((label) => before.find((choice) => choice.label === label) ?? { value: label, label })
  return found.length === 0 ? undefined : found
}

function ChoiceProperties({ field, faults, onChange }: KindPropertiesProps) {
  return (
    <>
      <Field label="Choices" hint="One per line." error={faults.choices}>
        {(ties) => (
          // Uncontrolled: an empty line that was just begun is no choice yet.
          <textarea
            {...ties}
            rows={5}
            defaultValue={field.choices?.map(({ label }) => label).join('\n')}
            onChange={({ target }) => onChange({ choices: choicesOf(target.value, field.choices) }, 'choices')}
          />
        )}
      </Field>
      <Tick
        label="Another answer can be typed"
        checked={field.own_text === true}
        onTick={(checked) => onChange({ own_text: checked || undefined }, 'own_text')}
      />
    </>
  )
}

function TextProperties({ field, faults, onChange }: KindPropertiesProps) {
  const { max_length, comb, multiline } = field
  return (
    <>
      <Tick
        label="Several lines"
        checked={multiline === true}
        onTick={(checked) =>
          onChange({ multiline: checked || undefined, ...(checked ? { comb: undefined } : {}) }, 'multiline')
        }
      />
      <Field label="Longest text" hint="Characters; empty for no limit." error={faults.max_length}>
        {(ties) => (
          <input
            {...ties}
            type="number"
            min={1}
            max={longestFieldValue}
            value={max_length ?? ''}
            onChange={({ target }) => onChange(limitOf(target.value, comb), 'max_length')}
            onKeyDown={(event) => {
              // Enter must not submit the dialog.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        )}
      </Field>
      {max_length !== undefined && (
        <Tick
          label={`${counted(max_length, 'cell')}, one for each character`}
          checked={comb === true}
          onTick={(checked) =>
            onChange({ comb: checked || undefined, ...(checked ? { multiline: undefined } : {}) }, 'comb')
          }
        />
      )}
    </>
  )
}

function limitOf(text: string, comb: boolean | undefined): FieldChange {
  const number = Math.trunc(Number(text))
  if (text.trim() === '' || !(number >= 1)) return { max_length: undefined, comb: undefined }
  return { max_length: Math.min(number, longestFieldValue), comb }
}

const operations = {
  sum: 'sum',
  product: 'product',
  average: 'average',
  minimum: 'smallest',
  maximum: 'greatest',
} as const

/** How a number is written, and from what it is calculated: as the PDF says, not to be edited here. */
function NumberNote({ field: { number, calculation } }: { readonly field: FormField }) {
  return (
    <p className="field-hint">
      {calculation !== undefined &&
        `Calculated: ${operations[calculation.operation]} of ${counted(calculation.fields.length, 'field')}. `}
      {number !== undefined && `Numbers are written as ${writtenNumber('1234.5', number)}.`}
    </p>
  )
}
