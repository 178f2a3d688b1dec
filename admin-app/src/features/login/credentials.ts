export interface Credentials {
  readonly username: string
  readonly password: string
}

/** The message for every login that failed, unless the server's own is told. */
export const refused = 'Invalid username or password.'
