import type { ClientImport, ImportOutcome, ImportResult, ImportState } from '@agency/contract/client-imports'

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

export const outcomeNames: Readonly<Record<ImportOutcome | ImportResult | 'undecided', string>> = {
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
}

/** The filters of the rows that an import has, in their order. */
export function filtersOf({ state, counts }: ClientImport): (ImportOutcome | ImportResult | 'undecided')[] {
  const planned = ['create', 'update', 'undecided', 'ambiguous', 'skip', 'fault'] as const
  const done = ['created', 'updated', 'skipped', 'failed', 'reverted', 'kept'] as const
  const isPlanned = state === 'checked' || state === 'open' || state === 'checking'
  return [...(isPlanned ? planned : done)].filter((name) => (counts[name] ?? 0) > 0)
}
