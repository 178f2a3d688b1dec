import { describe, expect, it } from 'vitest'
import { nameCases, passcodeCases, phoneCases } from './found-cases.ts'
import { normalForm, searchedWords, spelledOut, squeezedForm } from './normal-form.ts'
import {
  dialledPhone,
  formatPhone,
  phoneDigits,
  phoneExtension,
  phoneLink,
  phoneWarning,
  readPhoneDigits,
} from './phone.ts'
import { plainCharacters, trimmedName } from './typed-characters.ts'

describe('the normal form', () => {
  const typedNames = nameCases.flatMap(({ stored, typed }) => typed.map((text) => ({ stored, text })))
  it.each(typedNames)('[FN-01] given $stored, when $text is typed, then each of its words is in the name', (name) => {
    const words = [normalForm, squeezedForm, spelledOut].flatMap((form) => name.stored.map(form)).join(' ')
    for (const forms of searchedWords(name.text))
      expect({ forms, found: forms.some((form) => words.includes(form)) }).toEqual({ forms, found: true })
  })

  it.each([
    ['Joel Manuel', [['joel'], ['manuel']]],
    ['Ruiz-Agüero', [['ruiz'], ['aguero', 'agueero']]],
    ['Ö', [['o']]],
  ])(
    '[FN-01] given %s, when it is searched for, then another spelling is looked for only where it has one',
    (query, words) => {
      expect(searchedWords(query)).toEqual(words)
    },
  )

  it.each(passcodeCases)(
    '[FN-01] given the passcode $stored, when it is typed as $typed, then it is equal',
    (passcode) => {
      for (const typed of passcode.typed) expect(squeezedForm(typed)).toBe(squeezedForm(passcode.stored))
    },
  )

  it.each([
    ['munoz0147', 'munoz0148'],
    ['ana!1234', 'ana1234'],
    ['ana+1234', 'ana1234'],
    ['がき1234', 'かき1234'],
    ['राम1234', 'रम1234'],
  ])('given %s and %s, when they are compared, then they differ', (one, other) => {
    expect(squeezedForm(one)).not.toBe(squeezedForm(other))
  })
})

describe('phone numbers', () => {
  it.each(phoneCases)(
    '[FN-02] given $typed, when it is read, then it is shown as $shown and dialled as $dialled',
    (phone) => {
      const { typed, shown, dialled, extension = null, digits } = phone
      expect(formatPhone(typed)).toBe(shown)
      expect(dialledPhone(typed)).toBe(dialled)
      expect(phoneExtension(typed)).toBe(extension)
      expect(phoneDigits(typed)).toBe(digits)
      expect(phoneWarning(typed) === undefined).toBe(dialled !== null)
    },
  )

  it.each([
    ['305-555-0147 ext. 12', 'tel:+13055550147;ext=12'],
    ['555-0149', 'tel:5550149'],
    ['305 555 01999', null],
    ['+44 20 7946 0958', 'tel:+442079460958'],
  ])('[FN-02] given %s, when it is called, then by %s', (typed, link) => {
    expect(phoneLink(typed)).toBe(link)
  })

  it.each(['', '305', '7310x', '7310 Quist', '%3055550147', 'ana@305555.example'])(
    'given %j, when it is searched for, then it is no phone number',
    (typed) => {
      expect(readPhoneDigits(typed)).toBeUndefined()
    },
  )
})

describe('typed characters', () => {
  it.each([
    ['\u202d123\u201145\u20116789\u202c', '123-45-6789'],
    [' ４１１１\u00a01111\u20091111 1111\u200b', '4111 1111 1111 1111'],
    ['\ufeffJune\u00a015,\u202f1985', 'June 15, 1985'],
  ])('[FN-02] given %j, when it is copied from a page, then it is %s', (pasted, plain) => {
    expect(plainCharacters(pasted)).toBe(plain)
  })

  it('[FN-01] given blanks round a name, when it is stored, then they are gone, and all else stays', () => {
    expect(trimmedName('\u00a0 Mary  Ann\u200b\u202c ')).toBe('Mary  Ann')
    expect(trimmedName('Mun\u0303oz’s ')).toBe('Muñoz’s')
  })
})
