import { createContext, useContext } from 'react'

/** Why nothing of what is shown can be changed: it is archived, or the person's access level does not allow it. */
export const ReadOnly = createContext<'archived' | 'access' | null>(null)

/** The value of `ReadOnly` for a record. @param mayWrite whether the person may change such records */
export function readOnlyReason(isArchived: boolean, mayWrite: boolean): 'archived' | 'access' | null {
  if (isArchived) return 'archived'
  return mayWrite ? null : 'access'
}

export const useReadOnly = (): boolean => useContext(ReadOnly) !== null
