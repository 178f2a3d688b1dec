import { describe, expect, it } from 'vitest'
import { acceptPassword } from './password-policy.ts'

const names = ['dana.reyes', 'dana@harbor.example', 'Harbor Lane Insurance']
const short = 'Use at least 12 characters.'
const common = 'This password is too common.'
const named = 'Do not use the user name, email address or agency name.'

/** 31 characters. */
const sentence = 'x7 and a sentence of many words'

describe('a new password', () => {
  it.each([
    ['123456', short],
    ['password', short],
    ['   eleven char   ', short],
    // Twelve code units, six characters.
    ['😀😁😂🤣😃😄', short],
    [sentence.repeat(5), 'Use at most 128 characters.'],
    ['password1234', common],
    ['Passw0rd1234', common],
    ['qwerty123456', common],
    ['123456789012', common],
    ['aaaaaaaaaaaa', common],
    ['iloveyouiloveyou', common],
    // Full-width letters are the same word after NFKC.
    ['ｐａｓｓｗｏｒｄ1234', common],
    ['harborlaneinsurance', named],
    ['dana.reyes.1', named],
    ['dana@harbor.example', named],
  ])('given %s, when it is set, then it is refused with: %s', async (typed, message) => {
    await expect(acceptPassword(typed, names)).rejects.toMatchObject({ details: [{ field: 'password', message }] })
  })

  it.each([
    ['correct horse battery staple', 'correct horse battery staple'],
    ['  lower case only, with spaces ', 'lower case only, with spaces'],
    ['ein Straßenname über Kiel', 'ein Straßenname über Kiel'],
    ['cafe\u0301 au lait, please', 'caf\u00e9 au lait, please'],
    [sentence.repeat(4), sentence.repeat(4)],
  ])('given %s, when it is set, then it is taken in NFKC, without spaces around it', async (typed, taken) => {
    expect(await acceptPassword(typed, names)).toBe(taken)
  })
})
