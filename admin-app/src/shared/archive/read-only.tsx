import { createContext, useContext } from 'react'

/** Whether the shown record is archived: nothing of it can be changed until it is restored. */
export const ReadOnly = createContext(false)

export const useReadOnly = (): boolean => useContext(ReadOnly)
