import { untypable } from '@agency/contract/signature-rules'
import { describe, expect, it } from 'vitest'
import type { FontFace } from './font-files.ts'
import { isDrawable, printable, shapeText, type TextRun, undrawable, widthOfRuns } from './shape-text.ts'

const names = [
  'María Ñuñez Gonçalves João',
  'Nguyễn Thị Hồng Đặng',
  'Łukasz Żółć Świątek',
  'Ирина Щербакова Їжак',
  'Γιώργος Παπαδόπουλος',
  'Ἀριστοτέλης',
  'O’Brien – “Müller” № 5 €',
]
const textOf = (text: string, face: FontFace) =>
  shapeText(text, face)
    .runs.map((run) => run.text)
    .join('')

const fileOf = (run: TextRun | undefined) => (run && 'file' in run ? run.file : undefined)

describe('shapeText', () => {
  it.each(names)('given the name %s, when it is set in Noto Sans, then every character has a glyph', (name) => {
    const { runs, replaced } = shapeText(name, 'regular')
    expect(replaced).toEqual([])
    expect(runs.map((run) => run.text).join('')).toBe(name)
    for (const run of runs) expect(fileOf(run)?.probe.getUnencodableCharacters(run.text)).toEqual([])
  })

  it.each(['great-vibes', 'dancing-script', 'caveat'] as const)(
    'given a Greek name, when it is signed in %s, then Noto Sans shows the letters that the face lacks',
    (face) => {
      const { runs, replaced } = shapeText('Ana Παπαδόπουλος', face)
      expect(replaced).toEqual([])
      expect(fileOf(runs[0])?.id).toContain(face)
      expect(fileOf(runs.at(-1))?.id).toContain('noto-sans')
      expect(runs.map((run) => run.text).join('')).toBe('Ana Παπαδόπουλος')
    },
  )

  it('given characters that no font has, when they are set, then each is shown as a mark and reported', () => {
    const { runs, replaced } = shapeText('𪚥 Ana 😀', 'regular')
    const shown = runs.map((run) => run.text).join('')
    expect(replaced).toEqual(['U+2A6A5', 'U+1F600'])
    expect(shown).toMatch(/^[\uFFFD?] Ana [\uFFFD?]$/)
  })

  it('given letters with separate accents, when they are set, then they are set as one', () => {
    expect(textOf('Nun\u0303ez', 'regular')).toBe('Nuñez')
  })

  it('given bidirectional overrides and line breaks, when they are set, then the order of the name cannot change', () => {
    expect(textOf('Ana\u202Eainam\u202C\nSilva', 'regular')).toBe('Anaainam Silva')
  })

  it('given runs of several files, when they are measured, then the width is the sum of theirs', () => {
    const { runs } = shapeText('Ana Щ', 'regular')
    expect(runs.length).toBeGreaterThan(1)
    const sum = runs.reduce((width, run) => width + widthOfRuns([run], 10), 0)
    expect(widthOfRuns(runs, 10)).toBeCloseTo(sum)
    expect(sum).toBeGreaterThan(20)
  })
})

const clustersOf = (text: string) =>
  shapeText(text, 'regular')
    .runs.flatMap((run) => ('clusters' in run ? run.clusters : []))
    .map(({ text }) => text)

describe('other scripts', () => {
  it.each([
    '王秀英',
    '龔天蔚',
    '山田ひろし',
    '김민수',
    'سارة',
    'יעל',
    'हिन्दी',
    'বাংলা',
    'ਸਿੰਘ',
    'ગાંધી',
    'தமிழ்',
    'శ్రీ',
    'ಕನ್ನಡ',
    'മലയാളം',
  ])('given the name %s, when it is set, then each character has a glyph and can be read again', (name) => {
    expect(shapeText(name, 'great-vibes').replaced).toEqual([])
    expect([...clustersOf(name).join('')].sort()).toEqual([...name].sort())
  })

  it.each(['සිංහල', 'สมชาย', 'ສົມສີ', 'ខ្មែរ', 'አበበ', 'Հայկ', 'გიორგი'])(
    'given the name %s, when asked, then it can be drawn',
    (name) => {
      expect(isDrawable(name, 'caveat')).toBe(true)
    },
  )

  it('given an Arabic name, when it is set, then its letters are joined and stand from right to left', () => {
    expect(clustersOf('محمد')).toEqual(['د', 'م', 'ح', 'م'])
    const shaped = shapeText('محمد', 'regular').runs.flatMap((run) => ('clusters' in run ? run.clusters : []))
    expect(shaped[1]?.glyphs).not.toEqual(shaped[3]?.glyphs)
  })

  it('given a non-joiner, when a name is set, then the letters beside it are not joined', () => {
    const [joined, apart] = ['علیرضا', 'علی\u200Cرضا'].map((name) => widthOfRuns(shapeText(name, 'regular').runs, 100))
    expect(joined).not.toBeCloseTo(apart ?? 0)
  })

  it('given a Hebrew name between Latin ones, when it is set, then the runs stand as they are read', () => {
    const { runs } = shapeText('Ana (יעל כהן) Lima', 'regular')
    expect(runs.map(({ text }) => text).join('|')).toBe('Ana (|כהן| |יעל|) Lima')
    expect(clustersOf('יעל')).toEqual(['ל', 'ע', 'י'])
  })

  it('given a syllable of several letters, when it is set, then it is one cluster with its text', () => {
    expect(clustersOf('क्षि')).toEqual(['क्षि'])
  })

  it('given characters that no font has, when they are written, then by their code points', () => {
    expect(undrawable('José 🙂 𪚥 \uFFFD')).toEqual(['🙂', '𪚥', '\uFFFD'])
    expect(printable('José 🙂 王')).toBe('José [U+1F642] 王')
  })

  it('given letters of a script that the portal lets be typed, when asked, then they can be drawn, but for rare ones', () => {
    // One in 37, since a few fonts lack a letter of a later Unicode, and Han is as large as all others together.
    const letters = Array.from({ length: 0x4e00 / 37 }, (_, index) => String.fromCodePoint(0x20 + 37 * index))
    const typable = letters.filter((letter) => /\p{L}/u.test(letter) && untypable(letter).length === 0)
    expect(typable.length).toBeGreaterThan(60)
    expect(typable.filter((letter) => !isDrawable(letter))).toEqual([])
    expect(untypable('José 🙂 王 يعל')).toEqual(['🙂'])
  })
})
