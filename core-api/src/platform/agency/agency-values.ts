import { requiredAgencyFields, type UpdateAgency } from '@agency/contract/agency'
import { isEmailAddress } from '@agency/contract/email-address'
import { phoneDigits } from '@agency/contract/phone'
import { InvalidInput, type Problem } from '../errors.ts'
import { problemOfColor } from './theme.ts'

type Field = Exclude<keyof UpdateAgency, 'logo'>

/** Examples of the documentation and of former defaults. They are nobody's, so they count as not set. */
const examples: Partial<Record<Field, (text: string) => boolean>> = {
  name: (text) => /^(?:your|the|my) (?:insurance )?agency$/i.test(text),
  phone: (text) => phoneDigits(text) === '5550100100',
  website: (text) => URL.canParse(text) && /^(?:www\.)?example\.(?:com|org|net)$/i.test(new URL(text).hostname),
}

const isExample = (field: Field, text: string): boolean => examples[field]?.(text) ?? false

export const firstValue = (field: Field, text: string | undefined): string | null =>
  text === undefined || isExample(field, text) ? null : text

const digitsOf = (text: string): number => text.replace(/\D/g, '').length

/** Writes a web site's address as browsers do; undefined for one that is none. */
function readWebsite(text: string): string | undefined {
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`
  if (!/^https?:\/\/\S+$/i.test(whole) || !URL.canParse(whole)) return undefined
  const { protocol, username, password, hostname, href } = new URL(whole)
  const isPublic = /^https?:$/.test(protocol) && username === '' && password === '' && hostname.includes('.')
  return isPublic || hostname === 'localhost' ? href : undefined
}

type Reading = { value: string } | { problem: string }
const must = (isRight: boolean, value: string, problem: string): Reading => (isRight ? { value } : { problem })

const readers: Readonly<Record<Field, (text: string) => Reading>> = {
  name: (text) => ({ value: text }),
  phone: (text) =>
    must(
      /^\+?[\d\s().\-/]+$/.test(text) && digitsOf(text) >= 7 && digitsOf(text) <= 15,
      text,
      'must be a phone number that a phone can call, without an extension, such as (305) 555-0147',
    ),
  website: (text) => {
    const value = readWebsite(text)
    return value === undefined
      ? { problem: 'must be the address of a web site, such as https://www.your-agency.com' }
      : { value }
  },
  address: (text) => ({ value: text }),
  color: (text) => {
    const value = text.toLowerCase()
    if (!/^#[0-9a-f]{6}$/.test(value)) return { problem: 'must be # and six digits from 0 to f, such as #8a1538' }
    const problem = problemOfColor(value)
    return problem === undefined ? { value } : { problem: `can't be read: ${problem}` }
  },
  sender_name: (text) => must(!/[<>"]/.test(text), text, 'must be a name without < > and quotation marks'),
  sender_address: (text) =>
    must(isEmailAddress(text), text, 'must be one email address, such as office@your-agency.com'),
}

const isRequired = (field: Field): boolean => requiredAgencyFields.some((name) => name === field)
const isField = (name: string): name is Field => name in readers

/** Trimmed, blank ones null. @throws InvalidInput with each unusable field, and what to enter */
export function readAgencyValues({ logo, ...sent }: UpdateAgency): UpdateAgency {
  const problems: Problem[] = []
  const values: UpdateAgency = logo === undefined ? {} : { logo }
  for (const [field, given] of Object.entries(sent)) {
    if (!isField(field)) continue
    const text = given?.normalize('NFC').replace(/\s+/g, ' ').trim() || null
    if (text === null) {
      if (isRequired(field)) problems.push({ field, message: 'must not be empty: clients read it' })
      else values[field] = null
      continue
    }
    const reading = /\p{Cc}/u.test(text) ? { problem: 'must be one line of text' } : readers[field](text)
    if ('problem' in reading) problems.push({ field, message: reading.problem })
    else if (isExample(field, reading.value))
      problems.push({ field, message: 'is an example; enter your agency’s own' })
    else values[field] = reading.value
  }
  if (problems.length > 0) throw new InvalidInput(problems)
  return values
}
