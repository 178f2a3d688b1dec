import type { Admin } from '@agency/contract/admins'

/** First and last name; empty when neither is known. */
export const fullName = ({ first_name, last_name }: Pick<Admin, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
