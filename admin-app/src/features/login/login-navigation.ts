import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

const LoginNavigation = Type.Object({
  /** The page to return to. */
  from: Type.Optional(Type.String()),
  /** The navigation state of that page, such as an open dialog. */
  fromState: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String()),
})

/** The state of a navigation to the login screen. */
export type LoginNavigation = Static<typeof LoginNavigation>

/** Parses a navigation state; empty when it is of another kind. */
export function readLoginNavigation(state: unknown): LoginNavigation {
  return Check(LoginNavigation, state) ? state : {}
}
