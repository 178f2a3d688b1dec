import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import { describe, expect, test } from 'vitest'
import { softWarning } from './soft-checks'

function warningOf(name: ClientFieldName, value: string): string | undefined {
  const field = clientFields.find((candidate) => candidate.name === name)
  if (field === undefined) throw new Error(`No field is named ${name}.`)
  return softWarning(field, value, '2026-11-22')
}

describe('soft checks [OF-02]', () => {
  test.each([
    ['routing_number', '021000021'],
    ['routing_number', ' 0670-14822 '],
    ['card_number', '4111 1111 1111 1111'],
    ['card_number', '378282246310005'],
    ['exp_date', '11/26'],
    ['exp_date', '4/2027'],
    ['ssn', '123-45-6789'],
    ['dep2_ssn', '123456789'],
    ['primary_email', 'maria.o@mail.example.com'],
    ['address', '12 Harbor Lane\nMiami, FL 33101'],
    ['address', '12 Harbor Lane\nMiami, FL 33101-4321'],
    ['address', 'Rua Augusta 100, Lisboa'],
    ['routing_number', ''],
    ['bank_name', '12'],
    ['dob', '2026-11-22'],
    ['dob', '1911-11-22'],
    ['next_f_u_date', '2026-11-22'],
    ['text_consent_date', '2020-01-01'],
    ['age_of_mother', '115'],
    ['primary_phone', '786-555-0001 ext 4'],
    ['card_number', '\u202d4111\u20111111\u20111111\u20111111\u202c'],
  ] as const)('given %s with %j, when it is checked, then nothing is said', (name, value) => {
    expect(warningOf(name, value)).toBeUndefined()
  })

  test.each([
    ['dob', '2085-06-15', /still to come/],
    ['dob', '0085-06-15', /age of 1941/],
    ['ben4_dob', '1910-11-21', /age of 116/],
    ['next_f_u_date', '2026-11-21', /before today/],
    ['age_of_father', '116', /age of 116/],
    ['secondary_phone', '305 555 01999', /10 digits.*has 11/],
    ['primary_phone', 'ask Carlos', /not one phone number/],
    ['routing_number', '021000022', /check digit/],
    ['routing_number', '0210', /9 digits/],
    ['card_number', '4111111111111112', /check digit/],
    ['card_number', '4111', /12 to 19 digits/],
    ['exp_date', '10/26', /expired/],
    ['exp_date', '13/27', /no month 13/],
    ['exp_date', 'soon', /month and year/],
    ['ssn', '000-12-3456', /This is not a valid social security number/],
    ['ssn', '666123456', /This is not a valid social security number/],
    ['spouse_ssn', '123-00-6789', /This is not a valid social security number/],
    ['ben1_ssn', '123-45-0000', /This is not a valid social security number/],
    ['ssn', '912-45-6789', /ITIN/],
    ['ssn', '123-45-678', /9 digits/],
    ['primary_email', 'maria@example', /email address/],
    ['employer_email', 'maria example.com', /email address/],
    ['address', '12 Harbor Lane, Miami, FL 3310', /5 or 9 digits/],
  ] as const)('given %s with %j, when it is checked, then it warns', (name, value, words) => {
    expect(warningOf(name, value)).toMatch(words)
  })
})
