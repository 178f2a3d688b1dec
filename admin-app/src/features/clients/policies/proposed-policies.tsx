import type { ClientRecord } from '@agency/contract/clients'
import { type PolicyProposal, policyBindings, policyProposalApi } from '@agency/contract/policy-proposals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { confirm } from '../../../shared/dialogs/dialogs'
import { alertRefusal, serverMessage } from '../../../shared/dialogs/save-dialog'
import { formatDate, formatDay } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { showToast } from '../../../shared/toasts/toasts'
import styles from './policies.module.css'
import { labelOf, type PolicyDraft } from './policy-draft'
import { policyProposalsQuery, refetchPolicies } from './policy-queries'

interface ProposedPoliciesProps {
  readonly client: ClientRecord
  readonly onAdd: (proposal: PolicyProposal) => void
}

/** Policies that signed documents of the client name: a press opens the dialog with what they say. */
export function ProposedPolicies({ client, onAdd }: ProposedPoliciesProps) {
  const { data, isError, refetch } = useQuery(policyProposalsQuery(client.id))
  if (data === undefined) {
    return isError && <LoadFailure message="The proposed policies could not be loaded." retry={refetch} />
  }
  if (data.proposals.length === 0) return null
  return (
    <ul className={styles.entries} aria-label="Proposed policies">
      {data.proposals.map((proposal) => (
        <ProposedPolicy key={proposal.id} client={client} proposal={proposal} onAdd={() => onAdd(proposal)} />
      ))}
    </ul>
  )
}

interface ProposedPolicyProps {
  readonly client: ClientRecord
  readonly proposal: PolicyProposal
  readonly onAdd: () => void
}

function ProposedPolicy({ client, proposal, onAdd }: ProposedPolicyProps) {
  const readOnly = useReadOnly()
  const name = proposal.document ?? 'a signed document'
  const { dismiss, busy } = useDismissal(client, proposal)
  return (
    <li className={styles.entry} aria-label={`Proposed from ${name}`}>
      <p className={styles.head}>
        <strong>Proposed from {name}</strong>
        <span className={styles.facts}>signed {formatDay(proposal.created_at)}</span>
      </p>
      <p className={styles.change}>{writtenIn(proposal.fields)}</p>
      {!readOnly && (
        <div className={styles.actions}>
          <button type="button" className="link-button" aria-label={`Add policy proposed from ${name}`} onClick={onAdd}>
            Add policy
          </button>
          <button
            type="button"
            className="link-button"
            aria-label={`Dismiss policy proposed from ${name}`}
            aria-disabled={busy}
            onClick={() => !busy && void dismiss()}
          >
            Dismiss
          </button>
        </div>
      )}
    </li>
  )
}

function useDismissal({ id }: ClientRecord, { id: proposalId }: PolicyProposal) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: () => call(policyProposalApi.dismiss, { params: { id, proposalId } }),
    onSuccess: () => showToast({ text: 'Proposed policy dismissed.' }),
    onError: (error) =>
      alertRefusal(
        'The proposed policy could not be dismissed. Please try again.',
        error,
        serverMessage('WRONG_STATE'),
      ),
    onSettled: () => refetchPolicies(queryClient),
  })
  const question = 'Dismiss this proposed policy? The signed document keeps what it says.'
  const dismiss = async () => {
    if (await confirm(question, { confirmLabel: 'Dismiss' })) decide.mutate()
  }
  return { busy: decide.isPending, dismiss }
}

type Fields = PolicyProposal['fields']

/** The words of a document, field by field: `Carrier: Florida Blue · Premium: 412.50`. */
const writtenIn = (fields: Fields): string =>
  fields
    .map(({ field, written }) => `${labelOf(field)}: ${written.map((text) => shownText(field, text)).join(' or ')}`)
    .join(' · ')

function shownText(name: Fields[number]['field'], text: string): string {
  const isDate = policyBindings.some(({ field, kind }) => field === name && kind === 'date')
  return isDate ? formatDate(text) : text
}

/** The values that the dialog of a proposed policy begins with. A line or mode that no document names is left to choose. */
export const proposedValues = ({ fields }: PolicyProposal): Partial<PolicyDraft> => ({
  line: '',
  // Staff submit what the client signed.
  status: 'submitted',
  mode: '',
  ...Object.fromEntries(fields.flatMap(({ field, value }) => (value === null ? [] : [[field, value]]))),
})

/** What a document says and a policy cannot hold as it is written. */
export function UnclearFields({ proposal }: { readonly proposal: PolicyProposal }) {
  const unclear = proposal.fields.filter(({ value }) => value === null)
  if (unclear.length === 0) return null
  return <p role="note">Not clear in the document, so please choose: {writtenIn(unclear)}</p>
}
