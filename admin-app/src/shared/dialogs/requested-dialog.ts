import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { create } from 'zustand'

const DialogRequest = Type.Union([
  Type.Object({ name: Type.Literal('add-client') }),
  Type.Object({ name: Type.Literal('export-clients') }),
  Type.Object({ name: Type.Literal('add-form') }),
  Type.Object({ name: Type.Literal('invite') }),
  Type.Object({ name: Type.Literal('start-session') }),
  Type.Object({ name: Type.Literal('send-session') }),
  Type.Object({
    name: Type.Literal('edit-form'),
    id: Type.String(),
    /** Whether the editor of the form's fields is open. */
    placing: Type.Optional(Type.Boolean()),
  }),
])

export type DialogRequest = Static<typeof DialogRequest>

const RequestState = Type.Object({ dialog: DialogRequest })

/** The state of a navigation that opens a dialog on the target page. */
export const requestState = (dialog: DialogRequest): Static<typeof RequestState> => ({ dialog })

/** The history entries of this visit that were left, by their keys. */
const left = new Set<string>()

/** The current page with the current filters. The router's location may lag behind the address. */
export const herePath = (): { readonly search: string } => ({ search: window.location.search })

/** The dialog that the navigation asked for. It belongs to the history entry, so Back and Forward close it. */
export function useRequestedDialog(): readonly [
  requested: DialogRequest | null,
  request: (dialog: DialogRequest | null) => void,
] {
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const [comeBackTo] = useState(() => (left.has(key) ? key : null))
  useEffect(() => () => void left.add(key), [key])
  const requested = Check(RequestState, state) && key !== comeBackTo ? state.dialog : null
  const request = (dialog: DialogRequest | null) =>
    navigate(herePath(), { replace: true, state: dialog === null ? null : requestState(dialog) })
  return [requested, request]
}

/** Whether the dialog of the user's own account is open. The frame shows it; several screens open it. */
export const useAccountDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openAccountDialog = (): void => useAccountDialog.setState({ isOpen: true })
export const closeAccountDialog = (): void => useAccountDialog.setState({ isOpen: false })

/** Whether the list of keyboard shortcuts is open. */
export const useShortcutsDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const showShortcuts = (): void => useShortcutsDialog.setState({ isOpen: true })
