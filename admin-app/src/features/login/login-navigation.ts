import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

const LoginNavigation = Type.Object({
  /** Where the person was, to come back to. */
  from: Type.Optional(Type.String()),
  /** The state of that navigation, such as the dialog that it opened. */
  fromState: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String()),
})

/** What a navigation to the login screen may carry. */
export type LoginNavigation = Static<typeof LoginNavigation>

/** The state of a navigation to the login screen; empty when it carries none or another's. */
export function readLoginNavigation(state: unknown): LoginNavigation {
  return Check(LoginNavigation, state) ? state : {}
}
