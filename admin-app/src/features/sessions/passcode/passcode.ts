import { phoneDigits } from '@agency/contract/phone'

interface Suggestible {
  readonly client_last_name: string | null
  readonly primary_phone: string | null
}

/** The last name, or 'client', and the last four digits of the phone, or the year. */
export function suggestPasscode(client: Suggestible, year = new Date().getFullYear()): string {
  const name = client.client_last_name?.trim().toLowerCase() || 'client'
  const digits = phoneDigits(client.primary_phone ?? '')
  return `${name}${digits.length < 4 ? year : digits.slice(-4)}`
}

/** No vowels, so that no word appears by chance, and no characters that are easily confused. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz'

/** A passcode that can't be guessed and can be read out on the phone: three groups of four, 57 bits. */
export function generatePasscode(): string {
  const group = () => Array.from({ length: 4 }, randomCharacter).join('')
  return [group(), group(), group()].join('-')
}

function randomCharacter(): string {
  // Values above the last multiple of the alphabet's length are drawn again, so that all characters are equally likely.
  const usable = 256 - (256 % alphabet.length)
  const [value = usable] = crypto.getRandomValues(new Uint8Array(1))
  return value < usable ? alphabet.charAt(value % alphabet.length) : randomCharacter()
}
