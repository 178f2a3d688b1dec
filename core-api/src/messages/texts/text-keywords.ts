import type { Language } from '@agency/contract/esign'

export type KeywordMeaning = 'stop' | 'start' | 'help'

/** Words of the CTIA's messaging principles and of 47 CFR 64.1200(a)(10), and those of our other languages. */
const keywords: Readonly<Record<string, readonly [KeywordMeaning, Language]>> = {
  STOP: ['stop', 'en'],
  STOPALL: ['stop', 'en'],
  END: ['stop', 'en'],
  QUIT: ['stop', 'en'],
  REVOKE: ['stop', 'en'],
  OPTOUT: ['stop', 'en'],
  CANCEL: ['stop', 'en'],
  UNSUBSCRIBE: ['stop', 'en'],
  ALTO: ['stop', 'es'],
  PARAR: ['stop', 'pt'],
  START: ['start', 'en'],
  UNSTOP: ['start', 'en'],
  HELP: ['help', 'en'],
  INFO: ['help', 'en'],
  AYUDA: ['help', 'es'],
  AJUDA: ['help', 'pt'],
}
/** Words beside a keyword that change nothing. */
const fillers: ReadonlySet<string> = new Set(['PLEASE', 'PLS', 'ALL', 'NOW', 'POR', 'FAVOR', 'YA'])

/** Reads texts of nothing but a keyword, as "párar, por favor"; "Stop by at noon" is none. */
export function readKeyword(body: string): { meaning: KeywordMeaning; language: Language } | undefined {
  const letters = body.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const words = letters
    .toUpperCase()
    .replace(/OPT[\s-]+OUT/g, 'OPTOUT')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
  const [first, ...others] = new Set(words)
  const found =
    first === undefined || others.length > 0 ? undefined : Object.entries(keywords).find(([word]) => word === first)
  if (!found) return undefined
  const [meaning, language] = found[1]
  return { meaning, language }
}
