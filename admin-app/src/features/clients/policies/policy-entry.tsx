import type { ClientRecord } from '@agency/contract/clients'
import { type Policy, type PolicyNumber, policyApi } from '@agency/contract/policies'
import type { PolicyStatus } from '@agency/contract/policy-terms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { today } from '../../../shared/dates/today'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { formatDate } from '../../../shared/formatting'
import { showToast } from '../../../shared/toasts/toasts'
import { MaskedValue } from '../record/masked-value'
import { PlanAgreement } from './plan-agreement'
import styles from './policies.module.css'
import { refetchPolicies, useRevealPolicy } from './policy-queries'
import {
  changesSince,
  coveredNames,
  formerOf,
  money,
  nextOf,
  policyName,
  premiumText,
  statusNames,
} from './policy-text'

const tones: Readonly<Partial<Record<PolicyStatus, string>>> = {
  active: 'success',
  submitted: 'info',
  pending: 'warning',
  declined: 'danger',
  lapsed: 'danger',
}

export function StatusBadge({ status }: Pick<Policy, 'status'>) {
  return (
    <span className="badge" data-tone={tones[status]}>
      {statusNames[status]}
    </span>
  )
}

interface PolicyEntryProps {
  readonly client: ClientRecord
  readonly policy: Policy
  readonly policies: readonly Policy[]
  readonly onEdit: () => void
  readonly onRenew: () => void
  /** Called once the policy is deleted, with what has the focus gone. */
  readonly onRemoved: () => void
}

/** A policy: its line, what it costs and when it renews, what changed since last year, and what can be done with it. */
export function PolicyEntry({ client, policy, policies, onEdit, onRenew, onRemoved }: PolicyEntryProps) {
  const [open, setOpen] = useState(false)
  const hasBegun = policy.status === 'active' && (policy.effective_date ?? '') <= today()
  const name = policyName(policy)
  const next = nextOf(policy, policies)
  const changes = policy.status === 'active' ? changesSince(policy, formerOf(policy, policies)) : undefined
  return (
    <li className={styles.entry} aria-label={name}>
      <p className={styles.head}>
        <strong>{name}</strong>
        <StatusBadge status={policy.status} />
        <span className={styles.facts}>{factsOf(policy).join(' · ')}</span>
      </p>
      {changes !== undefined && <p className={styles.change}>{changes}</p>}
      {next !== undefined && (
        <p className={styles.change}>
          Renewed: {policyName(next)}, {statusNames[next.status].toLowerCase()}, from {dateOf(next)}
        </p>
      )}
      {hasBegun && <PlanAgreement client={client} policy={policy} />}
      <Actions
        {...{ client, policy, open, onEdit, onRemoved }}
        onRenew={next === undefined ? onRenew : undefined}
        onToggle={() => setOpen(!open)}
      />
      {open && <Details client={client} policy={policy} />}
    </li>
  )
}

const dateOf = ({ effective_date }: Policy): string => (effective_date === null ? '' : formatDate(effective_date))

/** In the order of their use, without those that are not known. */
function factsOf(policy: Policy): string[] {
  const { effective_date, renewal_date, term_date } = policy
  const dated = (label: string, date: string | null) => (date === null ? [] : [`${label} ${formatDate(date)}`])
  return [
    premiumText(policy) ?? '',
    ...dated('from', effective_date),
    ...dated('renews', renewal_date),
    ...dated('ends', term_date),
  ].filter(Boolean)
}

interface ActionsProps extends Pick<PolicyEntryProps, 'client' | 'policy' | 'onEdit' | 'onRemoved'> {
  /** Undefined for one that is renewed. */
  readonly onRenew: (() => void) | undefined
  readonly open: boolean
  readonly onToggle: () => void
}

function Actions({ client, policy, open, onToggle, onEdit, onRenew, onRemoved }: ActionsProps) {
  const readOnly = useReadOnly()
  const queryClient = useQueryClient()
  const name = policyName(policy)
  const remove = useMutation({
    mutationFn: () => call(policyApi.remove, { params: { id: client.id, policyId: policy.id } }),
    onSuccess: () => {
      showToast({ text: 'Policy deleted.' })
      onRemoved()
    },
    onError: (error) => alertFailure('The policy could not be deleted. Please try again.', error),
    onSettled: () => refetchPolicies(queryClient),
  })
  const askAndRemove = async () => {
    const question = `Delete the policy ${name}? One that has ended is terminated instead: its history stays.`
    if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate()
  }
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className="link-button"
        aria-label={`Details of ${name}`}
        aria-expanded={open}
        onClick={onToggle}
      >
        Details
      </button>
      {!readOnly && (
        <>
          <button type="button" className="link-button" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </button>
          {onRenew && (
            <button type="button" className="link-button" aria-label={`Renew ${name}`} onClick={onRenew}>
              Renew
            </button>
          )}
          <button
            type="button"
            className="link-button"
            aria-label={`Delete ${name}`}
            aria-disabled={remove.isPending}
            onClick={() => !remove.isPending && void askAndRemove()}
          >
            Delete
          </button>
        </>
      )}
    </div>
  )
}

function Details({ client, policy }: Pick<PolicyEntryProps, 'client' | 'policy'>) {
  const people = coveredNames(policy, client)
  const { premium, subsidy, application_id, writing_agent, agent_of_record, binder_paid_date, notes, history } = policy
  const lines = [
    premium !== null && subsidy !== null && `Premium ${money(premium)}, subsidy ${money(subsidy)}`,
    application_id !== null && `Application ID ${application_id}`,
    people.length > 0 && `Covers ${people.join(', ')}`,
    writing_agent !== null && `Written by ${writing_agent}`,
    agent_of_record !== null && `Agent of record ${agent_of_record}`,
    binder_paid_date !== null && `Binder paid on ${formatDate(binder_paid_date)}`,
    policy.document_ids.length > 0 && `Documents: ${policy.document_ids.length}`,
    notes,
  ].filter((line) => typeof line === 'string')
  return (
    <div>
      <ShownNumber client={client} policy={policy} name="number" label="Policy number" />
      <ShownNumber client={client} policy={policy} name="member_id" label="Member ID" />
      {lines.map((line) => (
        <p key={line} className={styles.change}>
          {line}
        </p>
      ))}
      <ol className={styles.history} aria-label="Statuses">
        {history.map(({ id, status, date, reason, recorded_by_name }) => (
          <li key={id}>
            {statusNames[status]} since {formatDate(date)}
            {reason !== null && `: ${reason}`}
            {recorded_by_name !== null && ` (${recorded_by_name})`}
          </li>
        ))}
      </ol>
    </div>
  )
}

interface ShownNumberProps extends Pick<PolicyEntryProps, 'client' | 'policy'> {
  readonly name: PolicyNumber
  readonly label: string
}

function ShownNumber({ client, policy, name, label }: ShownNumberProps) {
  const reveal = useRevealPolicy(client.id)
  const value = policy[name]
  if (value === null) return null
  const fetchValue = async () => (await reveal(policy.id, [name]))[name] ?? null
  return (
    <p className={styles.facts}>
      {label}{' '}
      <MaskedValue fetchValue={fetchValue} mask="last-four" value={value} label={`${label} of ${policyName(policy)}`} />
    </p>
  )
}
