import { describe, expect, it } from 'vitest'
import { clientCards, clientDialogs, clientFields } from './client-fields.ts'
import { isMasked, maskValue } from './client-mask.ts'
import { formatSessionCode, normalizeSessionCode, sessionCodeAlphabet } from './session-code.ts'

describe('the description of the client record', () => {
  it('given all fields, when compared, then no name stands twice and every card and dialog is known', () => {
    const names = clientFields.map((field) => field.name)
    expect(new Set(names).size).toBe(names.length)
    for (const { card, dialog } of clientFields) {
      expect(clientCards).toHaveProperty(card)
      expect(clientDialogs).toHaveProperty(dialog)
    }
  })

  it('given a field that is masked, when stored, then it is encrypted', () => {
    expect(clientFields.filter((field) => field.mask && !field.encrypted)).toEqual([])
  })

  it.each([
    ['dep', 4, ['name', 'dob', 'ssn', 'height', 'weight']],
    ['ben', 4, ['name', 'dob', 'ssn', 'relationship', 'dl_or_ppnumber', 'address']],
  ])('given the %s fields of the specification, then all are described', (prefix, count, parts) => {
    const names: string[] = clientFields.map((field) => field.name)
    for (let n = 1; n <= count; n++) for (const part of parts) expect(names).toContain(`${prefix}${n}_${part}`)
  })
})

describe('masks', () => {
  it.each([
    ['123-45-6789', 'ssn', '***-**-6789'],
    ['123456789', 'ssn', '***-**-6789'],
    ['D123-456-78-901', 'last-four', '••••8901'],
    ['123456', 'last-four', '••••56'],
    ['1234-5', 'last-four', '••••5'],
    ['1234', 'last-four', '••••'],
    ['12', 'last-four', '••••'],
    ['6789', 'ssn', '***-**-****'],
    ['456789', 'ssn', '***-**-**89'],
    ['12345𝟔𝟕', 'last-four', '••••5𝟔𝟕'],
    ['123', 'bullets', '••••'],
    ['1234567', 'bullets', '••••'],
    ['hunter2', 'hidden', '••••••••'],
    ['', 'ssn', ''],
  ] as const)('[CD-08] given %s, when masked as %s, then %s', (value, mask, shown) => {
    expect(maskValue(value, mask)).toBe(shown)
    expect(isMasked(shown)).toBe(shown !== '')
    expect(maskValue(shown, mask)).toBe(shown)
  })

  it('given any value of one to twelve digits, when masked, then at least four of them are hidden, and none of a CVC is shown', () => {
    for (let length = 1; length <= 12; length++) {
      const value = '912345678905'.slice(0, length)
      for (const mask of ['ssn', 'last-four', 'bullets', 'hidden'] as const) {
        const shown = maskValue(value, mask).replace(/\D/g, '')
        expect(shown.length).toBeLessThanOrEqual(Math.max(0, length - 4))
        expect(value.endsWith(shown)).toBe(true)
      }
    }
    expect(clientFields.find(({ name }) => name === 'cvc')?.mask).toBe('bullets')
  })

  it('given a real number, when judged, then it is not taken for a mask', () => {
    for (const value of ['123-45-6789', '4242 4242 4242 4242', 'p*ss-word', '***']) expect(isMasked(value)).toBe(false)
  })
})

describe('session codes', () => {
  it.each(['abcd-efgh-jkmn', ' ABCD EFGH JKMN ', 'abcdefghjkmn'])(
    'given %s typed, when read, then it is the code',
    (typed) => {
      expect(normalizeSessionCode(typed)).toBe('ABCDEFGHJKMN')
    },
  )

  it('given letters that look like digits, when read, then they are the digits; and the alphabet has none of them', () => {
    expect(normalizeSessionCode('oO-iI-lL')).toBe('001111')
    expect(sessionCodeAlphabet).toHaveLength(32)
    expect(sessionCodeAlphabet).not.toMatch(/[ILOU]/)
  })

  it('given a code, when shown, then in groups of four that read back', () => {
    expect(formatSessionCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN')
    expect(normalizeSessionCode(formatSessionCode('ABCDEFGHJKMN'))).toBe('ABCDEFGHJKMN')
  })
})
