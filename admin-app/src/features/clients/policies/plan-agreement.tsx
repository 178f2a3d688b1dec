import type { ClientRecord } from '@agency/contract/clients'
import { type Policy, policyApi } from '@agency/contract/policies'
import { policyLineNames } from '@agency/contract/policy-terms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { alertRefusal, onConflict } from '../../../shared/dialogs/save-dialog'
import { showToast } from '../../../shared/toasts/toasts'
import { refetchClients, updateClient } from '../client-queries'
import styles from './policies.module.css'
import { refetchPolicies } from './policy-queries'
import { comparePlan, type PlanComparison } from './policy-text'

interface PlanAgreementProps {
  readonly client: ClientRecord
  readonly policy: Policy
}

/** Says where the plan fields of the record agree with an active policy. Where not, a press takes one over. */
export function PlanAgreement({ client, policy }: PlanAgreementProps) {
  const rows = comparePlan(client, policy)
  const differing = rows.filter(({ agrees }) => !agrees)
  if (rows.length === 0) return null
  if (differing.length === 0) return <p className={styles.agrees}>The plan fields of the record agree.</p>
  return (
    <ul className={styles.entries} aria-label={`Plan fields that differ: ${policyLineNames[policy.line]}`}>
      {differing.map((row) => (
        <Difference key={row.field} client={client} policy={policy} row={row} />
      ))}
    </ul>
  )
}

function Difference({ client, policy, row }: PlanAgreementProps & { readonly row: PlanComparison }) {
  const readOnly = useReadOnly()
  const { toRecord, toPolicy, busy } = useTakeOver({ client, policy, row })
  return (
    <li className={styles.differs}>
      <p className={styles.change}>
        {row.label}: the record says {row.recorded ?? 'nothing'}, the policy {row.policy}.
      </p>
      {!readOnly && (
        <div className={styles.actions}>
          <button
            type="button"
            className="link-button"
            aria-label={`Write ${row.policy} into the record, ${row.label}`}
            aria-disabled={busy}
            onClick={() => !busy && toRecord()}
          >
            Use the policy’s
          </button>
          {row.change !== undefined && (
            <button
              type="button"
              className="link-button"
              aria-label={`Write ${row.recorded} into the policy, ${row.label}`}
              aria-disabled={busy}
              onClick={() => !busy && toPolicy()}
            >
              Use the record’s
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function useTakeOver({ client, policy, row }: PlanAgreementProps & { readonly row: PlanComparison }) {
  const queryClient = useQueryClient()
  const { field, policy: value, change } = row
  const take = useMutation({
    mutationFn: async (into: 'record' | 'policy') => {
      if (into === 'record') return updateClient(client, { [field]: value })
      const params = { id: client.id, policyId: policy.id }
      return call(policyApi.update, { params, version: policy.version, body: { ...change } })
    },
    onSuccess: () => showToast({ text: `${row.label} taken over.` }),
    onError: (error) =>
      alertRefusal(
        'The value could not be taken over. Please try again.',
        error,
        onConflict('Someone else has changed this since. It is shown as it is now.'),
      ),
    onSettled: () => Promise.all([refetchClients(queryClient), refetchPolicies(queryClient)]),
  })
  return {
    busy: take.isPending,
    toRecord: () => take.mutate('record'),
    toPolicy: () => take.mutate('policy'),
  }
}
