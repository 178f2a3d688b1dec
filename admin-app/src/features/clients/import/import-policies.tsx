import type { ClientImport } from '@agency/contract/client-imports'
import type { ImportPolicies } from '@agency/contract/import-policies'
import { policyLineNames, policyLines, policyStatuses } from '@agency/contract/policy-terms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../../shared/controls/field'
import { carriersQuery } from '../policies/policy-queries'
import { statusNames } from '../policies/policy-text'
import { Select } from './import-plan-select'

interface PoliciesProps {
  readonly of: ClientImport
  readonly onSave: (policies: ImportPolicies) => void
}

const unset = ['', 'That of the row'] as const

/** What all policies of the file are, where no column says it. */
export function ImportPoliciesFields({ of: { plan, remembered, unknown_statuses }, onSave }: PoliciesProps) {
  const { mapping, policies = {} } = plan
  const { carrier, line, status, words = {} } = policies
  const missing = [
    ...(mapping.includes('policy.carrier') || carrier !== undefined ? [] : ['carrier']),
    ...(mapping.includes('policy.line') || line !== undefined ? [] : ['line']),
    ...(mapping.includes('policy.status') || status !== undefined ? [] : ['status']),
  ]
  return (
    <>
      <h2>Policies</h2>
      <p className={missing.length > 0 ? 'notice' : 'field-hint'}>
        {missing.length > 0
          ? `No column says the ${missing.join(', ')} of policies. Choose it for all rows: without it, new policies are left out.`
          : 'Where a row does not say it, a new policy has what you choose here.'}
        {remembered &&
          carrier !== undefined &&
          ` ${carrier} is that of the former file with these columns: please check.`}
      </p>
      <div className="field-grid">
        <CarrierName
          key={carrier ?? ''}
          name={carrier ?? ''}
          onSave={(name) => onSave(changed(policies, { carrier: name || undefined }))}
        />
        <Select
          label="Line of all policies"
          value={line ?? ''}
          options={[unset, ...policyLines.map((name) => [name, policyLineNames[name]] as const)]}
          onChange={(name) => onSave(changed(policies, { line: name || undefined }))}
        />
        <Select
          label="Status of new policies"
          value={status ?? ''}
          options={[unset, ...policyStatuses.map((name) => [name, statusNames[name]] as const)]}
          onChange={(name) => onSave(changed(policies, { status: name || undefined }))}
        />
        {unknown_statuses.map((word) => (
          <Select
            key={word}
            label={`Status “${word}”`}
            hint={words[word] ? undefined : 'This word is not known: without a choice, its policies are left out.'}
            value={words[word] ?? ''}
            options={[['', 'Choose…'], ...policyStatuses.map((name) => [name, statusNames[name]] as const)]}
            onChange={(name) => onSave(changed(policies, { words: withWord(words, word, name) }))}
          />
        ))}
      </div>
    </>
  )
}

type Changes = { [Name in keyof ImportPolicies]?: ImportPolicies[Name] | undefined }

/** The choices after a change. An empty one is removed. */
function changed(policies: ImportPolicies, changes: Changes): ImportPolicies {
  const { carrier, line, status, words } = { ...policies, ...changes }
  return { ...(carrier && { carrier }), ...(line && { line }), ...(status && { status }), ...(words && { words }) }
}

type Words = NonNullable<ImportPolicies['words']>

function withWord(words: Words, word: string, status: Words[string] | ''): Words {
  const { [word]: _former, ...others } = words
  return status === '' ? others : { ...others, [word]: status }
}

/** Typed, since a file may be of a carrier that is new; saved when the field is left. */
function CarrierName({ name, onSave }: { readonly name: string; readonly onSave: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const { data } = useQuery(carriersQuery)
  return (
    <Field label="Carrier of all policies" hint="A carrier of another name is added.">
      {(ties) => (
        <>
          <input
            {...ties}
            list="import-carriers"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => typed.trim() !== name && onSave(typed.trim())}
          />
          <datalist id="import-carriers">
            {data?.carriers
              .filter(({ archived }) => !archived)
              .map((each) => (
                <option key={each.id} value={each.name} />
              ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
