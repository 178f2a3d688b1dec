import { describe, expect, it } from 'vitest'
import { readKeyword } from './text-keywords.ts'

describe('the keywords of text messages', () => {
  it.each(['STOP', 'END', 'QUIT', 'REVOKE', 'CANCEL', 'UNSUBSCRIBE', 'ALTO', 'PARAR', 'STOPALL', 'OPT-OUT', 'opt out'])(
    'given %s in any case, with accents, punctuation and spaces, when it is read, then it stops texts',
    (word) => {
      const accented = word.toLowerCase().replace(/a/g, 'á').replace(/o/g, 'ó')
      for (const body of [
        word,
        word.toLowerCase(),
        ` "${word}." \n`,
        `${word}!!!`,
        accented,
        `¡${word}!`,
        `${word} ${word}`,
      ]) {
        expect([body, readKeyword(body)?.meaning]).toEqual([body, 'stop'])
      }
      expect(readKeyword(`${word} please`)?.meaning).toBe('stop')
    },
  )

  it.each([
    ['ＳＴＯＰ', 'stop', 'en'],
    ['ST\u200bOP', 'stop', 'en'],
    ['Parar, por favor', 'stop', 'pt'],
    ['alto', 'stop', 'es'],
    ['start', 'start', 'en'],
    ['Unstop.', 'start', 'en'],
    ['help?', 'help', 'en'],
    ['Ayuda', 'help', 'es'],
    ['AJUDA!', 'help', 'pt'],
  ] as const)('given %j, when it is read, then it means %s in %s', (body, meaning, language) => {
    expect(readKeyword(body)).toEqual({ meaning, language })
  })

  it.each([
    '',
    '   ',
    '👍',
    'Stop by at noon?',
    'I cannot sign, end of month',
    'stop start',
    'nonstop',
    'Please',
    'YES',
    'constructor',
  ])('given %j, when it is read, then it is no keyword', (body) => {
    expect(readKeyword(body)).toBeUndefined()
  })
})
