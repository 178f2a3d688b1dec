import { isEmailAddress } from '@agency/contract/email-address'
import type { Language } from '@agency/contract/esign'
import { dialledPhone } from '@agency/contract/phone'
import type { Schema } from '../../platform/database/schema.ts'

/** Where messages to a client go; null for a stored text that is not one address, or not one number. */
export function addressesOf(row: Pick<Schema['clients'], 'primary_email' | 'primary_phone'>) {
  const email = row.primary_email?.trim() ?? ''
  return { email: isEmailAddress(email) ? email : null, phone: dialledPhone(row.primary_phone ?? '') }
}

const languages: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }

export const languageNamed = (name: string | null): Language | undefined => languages[name ?? '']
