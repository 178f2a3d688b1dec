import type { SecondFactorStep } from '@agency/contract/second-factors'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Only where wrong passwords have locked the account. */
  readonly recoveryCode?: string
}

/** How a try to log in has ended. A successful one is stored, and has no message. */
export interface LoginOutcome {
  readonly message?: string
  /** The second factor that is asked for. */
  readonly step?: SecondFactorStep
  readonly locked?: boolean
  readonly ended?: boolean
}

export const refused = 'Invalid username or password.'
