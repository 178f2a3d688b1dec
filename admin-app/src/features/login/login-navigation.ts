/** The state of a navigation to the login screen. */
export interface LoginNavigation {
  /** The page to return to. */
  readonly from?: string | undefined
  /** The navigation state of that page, such as an open dialog. */
  readonly fromState?: unknown
  readonly error?: string | undefined
  /** Said above the form, such as that a password was saved. */
  readonly notice?: string | undefined
  /** Already in the form. */
  readonly username?: string | undefined
}

/** Parses a navigation state; empty when it is of another kind. */
export function readLoginNavigation(state: unknown): LoginNavigation {
  if (typeof state !== 'object' || state === null) return {}
  const { from, fromState, error, notice, username }: Record<keyof LoginNavigation, unknown> = {
    from: undefined,
    fromState: undefined,
    error: undefined,
    notice: undefined,
    username: undefined,
    ...state,
  }
  return { from: text(from), fromState, error: text(error), notice: text(notice), username: text(username) }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
