import { useMemo } from 'react'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { create } from 'zustand'
import { readStored, writeStored } from '../../../shared/browser-storage'
import { type ClientColumn, canHide, chosenColumns, clientColumns } from './list-columns'

const storageKey = 'clientListColumns'
const StoredChoice = Type.Array(Type.String())

interface ColumnChoice {
  readonly ids: readonly string[] | null
}

/** The columns of the client list that were chosen in this browser. */
const useColumnChoice = create<ColumnChoice>(() => ({ ids: readChoice() }))

/** The ids of the chosen columns; null until someone chooses. */
export const useChosenIds = (): readonly string[] | null => useColumnChoice((state) => state.ids)

/** The shown columns, from the left. */
export function useChosenColumns(): readonly ClientColumn[] {
  const ids = useChosenIds()
  return useMemo(() => chosenColumns(ids), [ids])
}

/** Chooses the columns with these ids; null for the default ones. */
export function chooseColumns(ids: readonly string[] | null): void {
  writeStored('local', storageKey, ids === null ? null : JSON.stringify(ids))
  useColumnChoice.setState({ ids })
}

/** Shows a hidden column, or hides a shown one. */
export function toggleColumn(column: ClientColumn): void {
  const shown = chosenColumns(useColumnChoice.getState().ids)
  const isShown = shown.includes(column)
  const next = clientColumns.filter((one) => (one === column ? !isShown : shown.includes(one)))
  chooseColumns(next.filter(canHide).map(({ id }) => id))
}

function readChoice(): readonly string[] | null {
  const stored = readStored('local', storageKey)
  if (stored === null) return null
  try {
    const ids: unknown = JSON.parse(stored)
    return Check(StoredChoice, ids) ? ids : null
  } catch {
    // Not JSON: treated as no choice.
    return null
  }
}
