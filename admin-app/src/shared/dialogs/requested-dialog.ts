import { useLocation, useNavigate } from 'react-router-dom'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

const DialogRequest = Type.Union([
  Type.Object({ name: Type.Literal('add-client') }),
  Type.Object({ name: Type.Literal('add-form') }),
  Type.Object({ name: Type.Literal('edit-form'), id: Type.String() }),
])

/** A dialog that a page opens because someone asked for it elsewhere. */
export type DialogRequest = Static<typeof DialogRequest>

const RequestState = Type.Object({ dialog: DialogRequest })

/** The state of a navigation that opens a dialog on the page it leads to. */
export const requestState = (dialog: DialogRequest): Static<typeof RequestState> => ({ dialog })

/** This very page, with the filters that the address has by now; a page follows its address a moment later. */
export const herePath = (): { readonly search: string } => ({ search: window.location.search })

/**
 * The dialog that the navigation to this page asked for, and how to ask for another or none. It belongs to the entry
 * of the history, so that going back or on leaves it behind.
 */
export function useRequestedDialog(): readonly [
  requested: DialogRequest | null,
  request: (dialog: DialogRequest | null) => void,
] {
  const { state } = useLocation()
  const navigate = useNavigate()
  const requested = Check(RequestState, state) ? state.dialog : null
  const request = (dialog: DialogRequest | null) =>
    navigate(herePath(), { replace: true, state: dialog === null ? null : requestState(dialog) })
  return [requested, request]
}
