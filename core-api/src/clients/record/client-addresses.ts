import { isEmailAddress } from '@agency/contract/email-address'
import type { Language } from '@agency/contract/esign'
import type { Schema } from '../../platform/database/schema.ts'

/** A typed phone number in E.164. Ten digits are a number of the United States. */
export function phoneNumberOf(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  const [, national] = /^1?([2-9]\d{9})$/.exec(digits) ?? []
  return national === undefined ? null : `+1${national}`
}

/** Where messages to a client go; null for a stored text that is not one address, or not one number. */
export function addressesOf(row: Pick<Schema['clients'], 'primary_email' | 'primary_phone'>) {
  const email = row.primary_email?.trim() ?? ''
  return { email: isEmailAddress(email) ? email : null, phone: phoneNumberOf(row.primary_phone ?? '') }
}

const languages: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }

/** The language of a name in the record, if the product speaks it. */
export const languageNamed = (name: string | null): Language | undefined => languages[name ?? '']
