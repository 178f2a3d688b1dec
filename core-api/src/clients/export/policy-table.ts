import { type PolicyNumber, policyNumbers } from '@agency/contract/policies'
import { clientPays, policyLineNames } from '@agency/contract/policy-terms'
import { type NamedPolicy, readPolicies } from '../policies/policy-service.ts'
import { maskPolicy } from '../policies/policy-values.ts'
import { recordReveals } from '../record/reveal-audit.ts'
import type { ExportContext, Table } from './table.ts'

interface PolicyColumn {
  /** That of the import, if it knows the column (`import-policies.ts` of the contract). */
  heading: string
  text: (policy: NamedPolicy) => string | null
  isListed?: true
}

const coveredText = ({ covered }: NamedPolicy): string =>
  covered.map(({ who, name, dob }) => `${name ?? who}${dob === null ? '' : ` (${dob})`}`).join('; ')
const historyText = ({ history }: NamedPolicy): string =>
  history
    .map(({ status, date, reason }) => `${status} since ${date}${reason === null ? '' : ` (${reason})`}`)
    .join('; ')

const listed = { isListed: true } as const
const columns: readonly PolicyColumn[] = [
  { heading: 'First Name', text: ({ client_first_name }) => client_first_name, ...listed },
  { heading: 'Last Name', text: ({ client_last_name }) => client_last_name, ...listed },
  { heading: 'Policy Carrier', text: ({ carrier_name }) => carrier_name, ...listed },
  { heading: 'Policy Plan', text: ({ product }) => product, ...listed },
  { heading: 'Policy Line', text: ({ line }) => policyLineNames[line], ...listed },
  { heading: 'Policy Number', text: ({ number }) => number, ...listed },
  { heading: 'Policy Member ID', text: ({ member_id }) => member_id },
  { heading: 'Policy Application ID', text: ({ application_id }) => application_id },
  { heading: 'Policy State', text: ({ status }) => status, ...listed },
  { heading: 'Policy State Since', text: ({ status_date }) => status_date, ...listed },
  { heading: 'Policy State Reason', text: ({ status_reason }) => status_reason },
  { heading: 'Policy Submitted', text: ({ submitted_date }) => submitted_date },
  { heading: 'Policy Effective', text: ({ effective_date }) => effective_date, ...listed },
  { heading: 'Policy Renews', text: ({ renewal_date }) => renewal_date, ...listed },
  { heading: 'Policy Ends', text: ({ term_date }) => term_date, ...listed },
  { heading: 'Policy Premium', text: ({ premium }) => premium, ...listed },
  { heading: 'Policy Subsidy', text: ({ subsidy }) => subsidy },
  { heading: 'Policy Net Premium', text: ({ net_premium }) => net_premium },
  { heading: 'Policy Client Pays', text: clientPays, ...listed },
  { heading: 'Policy Mode', text: ({ mode }) => mode },
  { heading: 'Policy Binder Paid', text: ({ binder_paid_date }) => binder_paid_date },
  { heading: 'Policy Covers', text: coveredText },
  { heading: 'Policy Writing Agent', text: ({ writing_agent }) => writing_agent },
  { heading: 'Policy Agent of Record', text: ({ agent_of_record }) => agent_of_record },
  { heading: 'Policy Notes', text: ({ notes }) => notes },
  { heading: 'Policy History', text: historyText },
  { heading: 'Policy ID', text: ({ id }) => id, ...listed },
  { heading: 'Client ID', text: ({ client_id }) => client_id, ...listed },
]

/** What people read of a policy, in the words of the screens. */
export const policyRows = (policy: NamedPolicy): [heading: string, text: string][] =>
  columns.flatMap(({ heading, text }) => {
    const value = heading.startsWith('Policy ') && heading !== 'Policy ID' ? (text(policy) ?? '') : ''
    return value === '' ? [] : [[heading.replace('Policy ', '').replace('State', 'Status'), value]]
  })

const batchSize = 100

interface PolicyChoice {
  /** What `ids` are of. */
  by: 'policies.id' | 'client_id'
  ids: readonly string[]
  whole: boolean
  /** With whole numbers in place of masks, which is recorded before a batch is sent. */
  sensitive: boolean
}

export function policyTable(context: ExportContext, { by, ids, whole, sensitive }: PolicyChoice): Table {
  const shown = whole ? columns : columns.filter(({ isListed }) => isListed)
  async function* rows(): AsyncGenerator<string[][]> {
    for (let from = 0; from < ids.length; from += batchSize) {
      const read = await readPolicies(context, by, ids.slice(from, from + batchSize))
      if (sensitive) await recordNumbers(context, read, whole ? policyNumbers : ['number'])
      const policies = sensitive ? read : read.map(maskPolicy)
      yield policies.map((policy) => shown.map(({ text }) => text(policy) ?? ''))
    }
  }
  return { name: 'Policies', headings: shown.map(({ heading }) => heading), rows }
}

/** An event for each client, since the trail of a client has one link of it at once. */
async function recordNumbers(context: ExportContext, policies: NamedPolicy[], shown: readonly PolicyNumber[]) {
  const byClient = Map.groupBy(policies, ({ client_id }) => client_id)
  const reveals = [...byClient].map(([clientId, own]) => {
    const fields = shown.filter((name) => own.some((policy) => policy[name] !== null))
    return { clientId, fields }
  })
  await recordReveals(context, 'client.exported', reveals)
}
