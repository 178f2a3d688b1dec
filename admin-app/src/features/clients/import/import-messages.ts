import type { ClientImport, ImportOutcome, ImportResult, ImportState } from '@agency/contract/client-imports'
import { type ImportPolicyOutcome, importPolicyOutcomes } from '@agency/contract/import-policies'

export const stateNames: Readonly<Record<ImportState, string>> = {
  open: 'Not checked',
  checking: 'Being checked',
  checked: 'Checked',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Imported',
  reverting: 'Being reverted',
  reverted: 'Reverted',
}

type RowFilter = ImportOutcome | ImportResult | ImportPolicyOutcome | 'undecided'

export const outcomeNames: Readonly<Record<RowFilter, string>> = {
  create: 'New',
  update: 'Changed',
  ambiguous: 'Unclear',
  undecided: 'To decide',
  skip: 'Unchanged',
  fault: 'Faulty',
  created: 'Added',
  updated: 'Changed',
  skipped: 'Left out',
  failed: 'Failed',
  reverted: 'Reverted',
  kept: 'Kept',
  policy_create: 'New policy',
  policy_update: 'Changed policy',
  policy_fault: 'Policy left out',
}

/** The filters of the rows that an import has, in their order. */
export function filtersOf({ state, counts }: ClientImport): RowFilter[] {
  const planned = ['create', 'update', 'undecided', 'ambiguous', 'skip', 'fault'] as const
  const done = ['created', 'updated', 'skipped', 'failed', 'reverted', 'kept'] as const
  const isPlanned = state === 'checked' || state === 'open' || state === 'checking'
  // What became of policies is no more.
  const ofPolicies = state === 'reverted' ? [] : importPolicyOutcomes
  return [...(isPlanned ? planned : done), ...ofPolicies].filter((name) => (counts[name] ?? 0) > 0)
}
