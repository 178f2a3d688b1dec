import type { FormField } from '@agency/contract/form-fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldsOwner, proposedFieldsQuery } from '../fields-owner'
import { proposalsBeside } from '../placed-fields'

export interface Proposals {
  /** Those that are neither dismissed nor on the pages already, in reading order. */
  readonly open: readonly FormField[]
  readonly state: 'idle' | 'searching' | 'failed' | 'found'
  /** Looks for fields, also those that were dismissed. */
  readonly search: () => void
  readonly dismiss: (ids: readonly string[]) => void
}

/** A PDF without any fields is searched at once. What is accepted is proposed again when that is undone. */
export function useProposals(owner: FieldsOwner, placed: readonly FormField[]): Proposals {
  const [isWanted, setWanted] = useState(placed.length === 0)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const { data, isError, refetch } = useQuery({ ...proposedFieldsQuery(owner), enabled: isWanted })
  const left = (data?.fields ?? []).filter(({ id }) => !dismissed.has(id))
  return {
    open: proposalsBeside(left, placed),
    state: !isWanted ? 'idle' : data !== undefined ? 'found' : isError ? 'failed' : 'searching',
    search: () => {
      setDismissed(new Set())
      setWanted(true)
      if (isError) void refetch()
    },
    dismiss: (ids) => setDismissed(new Set([...dismissed, ...ids])),
  }
}
