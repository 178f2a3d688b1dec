import { describe, expect, it } from 'vitest'
import type { FontFace } from './font-files.ts'
import { shapeText, widthOfRuns } from './shape-text.ts'

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

describe('shapeText', () => {
  it.each(names)('given the name %s, when it is set in Noto Sans, then every character has a glyph', (name) => {
    const { runs, replaced } = shapeText(name, 'regular')
    expect(replaced).toEqual([])
    expect(runs.map((run) => run.text).join('')).toBe(name)
    for (const run of runs) expect(run.file.probe.getUnencodableCharacters(run.text)).toEqual([])
  })

  it.each(['great-vibes', 'dancing-script', 'caveat'] as const)(
    'given a Greek name, when it is signed in %s, then Noto Sans shows the letters that the face lacks',
    (face) => {
      const { runs, replaced } = shapeText('Ana Παπαδόπουλος', face)
      expect(replaced).toEqual([])
      expect(runs[0]?.file.id).toContain(face)
      expect(runs.at(-1)?.file.id).toContain('noto-sans')
      expect(runs.map((run) => run.text).join('')).toBe('Ana Παπαδόπουλος')
    },
  )

  it('given characters that no font has, when they are set, then each is shown as a mark and reported', () => {
    const { runs, replaced } = shapeText('王 Ana 😀', 'regular')
    const shown = runs.map((run) => run.text).join('')
    expect(replaced).toEqual(['U+738B', 'U+1F600'])
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
