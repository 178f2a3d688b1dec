import type { ClientRecord } from '@agency/contract/clients'
import { Policy, policyApi } from '@agency/contract/policies'
import { type PolicyProposal, policyProposalApi } from '@agency/contract/policy-proposals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Check } from 'typebox/value'
import { call } from '../../../shared/call'
import { useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { today } from '../../../shared/dates/today'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { LateNotice } from '../../../shared/late-notices'
import { persistDraft, persistEdit } from '../../../shared/persist-draft'
import { showToast } from '../../../shared/toasts/toasts'
import { usePermission } from '../../../shared/use-permission'
import {
  bodyOf,
  conflictFields,
  draftNames,
  draftOf,
  emptyDraft,
  hiddenNumbers,
  type PolicyDraft,
} from './policy-draft'
import { isReversed, PolicyFields } from './policy-fields'
import { carriersQuery, refetchPolicies, useRevealPolicy } from './policy-queries'
import { policyName } from './policy-text'
import { UnclearFields } from './proposed-policies'

const useNewDraft = persistDraft<PolicyDraft>()
const useEdit = persistEdit(draftOf)
const failure = 'The policy could not be saved. Please try again.'

interface PolicyDialogProps {
  readonly client: ClientRecord
  readonly onClose: () => void
}

const chosen = [
  ['carrier_id', 'Choose a carrier, or add one'],
  ['line', 'Choose a line'],
] as const

/** Carrier and line must be chosen; the server says what else is wrong. */
function isComplete(form: UseFormReturn<PolicyDraft>, draft: PolicyDraft): boolean {
  const missing = chosen.filter(([name]) => draft[name] === '')
  for (const [name, message] of missing) form.setError(name, { message }, { shouldFocus: name === missing[0]?.[0] })
  return missing.length === 0
}

/** A carrier's list may end a policy before it begins: it never was in force. Typed, it is rather a mistake. */
const agreesToDates = async ({ effective_date, term_date }: PolicyDraft): Promise<boolean> =>
  !isReversed(effective_date, term_date) ||
  confirm('This policy ends before it begins. Save it as it is?', { confirmLabel: 'Save' })

interface AddPolicyProps extends PolicyDialogProps {
  readonly title: string
  /** What is known of it already. */
  readonly values: Partial<PolicyDraft>
  /** The proposed policy that it is made of. */
  readonly proposal: PolicyProposal | undefined
}

export function AddPolicyDialog({ client, title, values, proposal, onClose }: AddPolicyProps) {
  const queryClient = useQueryClient()
  const maySee = usePermission('clients.sensitive')
  const form = useNewDraft(proposal?.id ?? client.id, { defaultValues: emptyDraft(today(), values) })
  const modal = useSaveDialog({
    form,
    save: async (draft) => {
      const { id } = client
      const body = bodyOf(draft, maySee)
      const added = proposal
        ? await call(policyProposalApi.accept, { params: { id, proposalId: proposal.id }, body })
        : await call(policyApi.add, { params: { id }, body })
      await refetchPolicies(queryClient)
      return added
    },
    confirm: async (draft) => isComplete(form, draft) && agreesToDates(draft),
    onSaved: () => {
      showToast({ text: 'Policy added.' })
      onClose()
    },
    failure,
    explain: serverMessage('WRONG_STATE'),
    names: draftNames,
  })
  return (
    <FormModal title={title} size="wide" {...modal} onClose={onClose}>
      {proposal && <UnclearFields proposal={proposal} />}
      <PolicyFields form={form} client={client} maySee={maySee} />
    </FormModal>
  )
}

interface EditPolicyProps extends PolicyDialogProps {
  readonly policy: Policy
}

/** Edits a policy. Its numbers are fetched first, as one reveal, for those who may see them. */
export function EditPolicyDialog(props: EditPolicyProps) {
  const { client, policy, onClose } = props
  const maySee = usePermission('clients.sensitive')
  const hidden = maySee ? hiddenNumbers(policy) : []
  const [whole, setWhole] = useState(hidden.length === 0 ? policy : null)
  const asked = useRef(hidden.length === 0)
  const reveal = useRevealPolicy(client.id)
  useEffect(() => {
    // Once for each opened dialog: each reveal is on the audit trail.
    if (asked.current) return
    asked.current = true
    reveal(policy.id, hidden).then(
      (numbers) => setWhole({ ...policy, ...numbers }),
      async (error) => {
        onClose()
        await alertFailure('The policy could not be loaded. Please try again.', error)
      },
    )
  })
  if (whole === null) return <LateNotice delayed>Loading the policy...</LateNotice>
  return <EditPolicy {...props} policy={whole} maySee={maySee} />
}

function EditPolicy({ client, policy, maySee, onClose }: EditPolicyProps & { readonly maySee: boolean }) {
  const queryClient = useQueryClient()
  const edit = useEdit(policy.id, policy)
  const reveal = useRevealPolicy(client.id)
  const { data } = useQuery(carriersQuery)
  const carrierName = (id: string) => data?.carriers.find((carrier) => carrier.id === id)?.name ?? ''
  const save = useConflictSave({
    isItem: (value): value is Policy => Check(Policy, value),
    edit,
    fields: conflictFields(carrierName),
    save: async (draft, { id: policyId, version }) => {
      await call(policyApi.update, { params: { id: client.id, policyId }, version, body: bodyOf(draft, maySee) })
      await refetchPolicies(queryClient)
    },
    confirm: agreesToDates,
    onSaved: () => {
      showToast({ text: 'Policy saved.' })
      onClose()
    },
    // The stored policy of a conflict has no numbers.
    ...(maySee && {
      complete: async (current: Policy) => ({ ...current, ...(await reveal(current.id, ['number', 'member_id'])) }),
    }),
    failure,
    names: draftNames,
    question: 'Someone else changed this policy',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal title={`Edit ${policyName(policy)}`} size="wide" {...save.modal} onClose={onClose}>
      <PolicyFields form={edit.form} client={client} maySee={maySee} status={edit.base.status} />
    </FormModal>
  )
}
