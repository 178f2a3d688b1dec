import type { ClientRecord } from '@agency/contract/clients'
import type { Policy } from '@agency/contract/policies'
import type { PolicyProposal } from '@agency/contract/policy-proposals'
import {
  hasEnded,
  type PolicyLine,
  planFields,
  policyLineNames,
  policyLines,
  readAmount,
} from '@agency/contract/policy-terms'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { focusOnPage } from '../../../shared/focus-on-page'
import { counted } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { useOfferedCommand } from '../../../shared/page-commands'
import { persistState } from '../../../shared/persist-draft'
import { Button, loadedPart } from '../../../shared/shared-ui'
import panel from '../../../shared/tables/panel.module.css'
import styles from './policies.module.css'
import { type PolicyDraft, renewalOf } from './policy-draft'
import { PolicyEntry } from './policy-entry'
import { clientPoliciesQuery } from './policy-queries'
import { policyName } from './policy-text'
import { ProposedPolicies, proposedValues } from './proposed-policies'

const loadDialogs = () => import('./policy-dialog')
const AddPolicyDialog = loadedPart(async () => (await loadDialogs()).AddPolicyDialog)
const EditPolicyDialog = loadedPart(async () => (await loadDialogs()).EditPolicyDialog)

type OpenDialog =
  | { readonly add: Partial<PolicyDraft>; readonly proposal?: PolicyProposal; readonly title?: string }
  | { readonly edit: Policy }
  | null

const useOpenDialog = persistState<OpenDialog>()

/** The policies of a client: active ones, one line each; others are folded. */
export function PoliciesPanel({ client }: { readonly client: ClientRecord }) {
  const readOnly = useReadOnly()
  const [dialog, setDialog] = useOpenDialog(client.id, null)
  const [all, setAll] = useState(false)
  const { data, isError, refetch } = useQuery(clientPoliciesQuery(client.id))
  const policies = data?.policies
  const current = policies?.filter(isCurrent) ?? []
  const shown = all || current.length === 0 ? policies : current
  const hidden = (policies?.length ?? 0) - (shown?.length ?? 0)
  const close = () => setDialog(null)
  const adder = useRef<HTMLButtonElement>(null)
  useOfferedCommand(readOnly || policies === undefined ? null : 'Add Policy', () => setDialog({ add: {} }))
  return (
    <div className={panel.panel}>
      {policies === undefined && isError && <LoadFailure message="The policies could not be loaded." retry={refetch} />}
      {policies === undefined && !isError && <Loading label="Loading policies" skeleton={panel.loading} />}
      <ProposedPolicies client={client} onAdd={(proposal) => setDialog({ add: proposedValues(proposal), proposal })} />
      {policies?.length === 0 && <p className={panel.none}>No policies yet.</p>}
      {policies !== undefined && shown !== undefined && shown.length > 0 && (
        <ul className={styles.entries} aria-label="Policies">
          {shown.map((policy) => (
            <PolicyEntry
              key={policy.id}
              client={client}
              policy={policy}
              policies={policies}
              onEdit={() => setDialog({ edit: policy })}
              onRemoved={() => focusOnPage(adder.current)}
              onRenew={() => setDialog({ add: renewalOf(policy), title: `Renew ${policyName(policy)}` })}
            />
          ))}
        </ul>
      )}
      {(hidden > 0 || all) && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show current policies only' : `Show ${counted(hidden, 'earlier policy', 'earlier policies')}`}
        </button>
      )}
      {!readOnly && policies !== undefined && (
        <>
          <UnwrittenPlans client={client} policies={policies} onAdd={(add) => setDialog({ add })} />
          <Button ref={adder} variant="secondary" className={panel.action} onClick={() => setDialog({ add: {} })}>
            + Policy
          </Button>
        </>
      )}
      {!readOnly && dialog !== null && 'add' in dialog && (
        <AddPolicyDialog
          client={client}
          title={dialog.title ?? 'Add Policy'}
          values={dialog.add}
          proposal={dialog.proposal}
          onClose={close}
        />
      )}
      {!readOnly && dialog !== null && 'edit' in dialog && (
        <EditPolicyDialog client={client} policy={dialog.edit} onClose={close} />
      )}
    </div>
  )
}

const isCurrent = ({ status }: Policy): boolean => !hasEnded(status)

interface UnwrittenPlansProps {
  readonly client: ClientRecord
  readonly policies: readonly Policy[]
  readonly onAdd: (values: Partial<PolicyDraft>) => void
}

/** Plans that the record names and no policy has: a press opens the dialog with what the record says. */
function UnwrittenPlans({ client, policies, onAdd }: UnwrittenPlansProps) {
  const lines = policyLines.filter((line) => planIn(client, line) && !policies.some((policy) => policy.line === line))
  return lines.map((line) => (
    <p key={line} className={styles.change}>
      The record names a plan without a policy: {policyLineNames[line]}, {planIn(client, line)}.{' '}
      <button
        type="button"
        className="link-button"
        aria-label={`Add its policy: ${policyLineNames[line]}`}
        onClick={() => onAdd(valuesOf(client, line))}
      >
        Add its policy
      </button>
    </p>
  ))
}

const textIn = (client: ClientRecord, field: keyof ClientRecord | undefined): string =>
  field === undefined ? '' : String(client[field] ?? '')

const planIn = (client: ClientRecord, line: PolicyLine): string => textIn(client, planFields[line]?.plan)

const valuesOf = (client: ClientRecord, line: PolicyLine): Partial<PolicyDraft> => ({
  line,
  product: planIn(client, line).slice(0, 200),
  agent_of_record: textIn(client, planFields[line]?.agent).slice(0, 100),
  premium: readAmount(textIn(client, planFields[line]?.premium)) ?? '',
})
