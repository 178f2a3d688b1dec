/** Who may log in with a password: everyone, or with `STAFF_PASSWORD_LOGIN=off` one emergency account or nobody. */
export interface PasswordLogin {
  STAFF_PASSWORD_LOGIN: 'on' | 'off'
  STAFF_BREAK_GLASS?: string
}

/** @param username in any case */
export function mayUsePassword({ STAFF_PASSWORD_LOGIN, STAFF_BREAK_GLASS }: PasswordLogin, username: string): boolean {
  return STAFF_PASSWORD_LOGIN === 'on' || STAFF_BREAK_GLASS?.toLowerCase() === username.toLowerCase()
}
