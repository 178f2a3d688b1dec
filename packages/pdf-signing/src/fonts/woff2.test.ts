import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font } from 'harfbuzzjs'
import { describe, expect, it } from 'vitest'
import { unwrapWoff } from './woff.ts'
import { unwrapWoff2 } from './woff2.ts'

const { resolve } = createRequire(import.meta.url)
const read = (path: string) => readFileSync(resolve(path))
const open = (sfnt: Uint8Array) => {
  const face = new Face(new Blob(sfnt))
  return { face, font: new Font(face) }
}

describe('unwrapWoff2', () => {
  it.each(['great-vibes/files/great-vibes-latin-400', 'noto-sans/files/noto-sans-vietnamese-400'])(
    'given %s in both formats, when they are unwrapped, then each glyph has the same outline',
    (name) => {
      const [first, second] = [
        open(unwrapWoff(read(`@fontsource/${name}-normal.woff`))),
        open(unwrapWoff2(read(`@fontsource/${name}-normal.woff2`))),
      ]
      const characters = [...first.face.collectUnicodes()]
      expect([...second.face.collectUnicodes()]).toEqual(characters)
      for (const character of characters) {
        const [one, other] = [first, second].map(({ font }) => {
          const glyph = font.nominalGlyph(character) ?? 0
          return [font.glyphToPath(glyph), font.glyphHAdvance(glyph)]
        })
        expect(other).toEqual(one)
      }
    },
  )

  it('given other bytes, or a font that is cut off, when they are unwrapped, then it throws', () => {
    const whole = read('@fontsource/great-vibes/files/great-vibes-latin-400-normal.woff2')
    expect(() => unwrapWoff2(Buffer.alloc(100))).toThrow('Not a WOFF 2.0 font')
    expect(() => unwrapWoff2(whole.subarray(0, whole.length / 2))).toThrow()
    expect(() => unwrapWoff2(whole.subarray(0, 60))).toThrow()
  })
})
