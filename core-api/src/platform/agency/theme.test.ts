import { readFileSync } from 'node:fs'
import { formatHex, wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { problemOfColor, themeFor } from './theme.ts'

/** The colours of one rule of a style sheet. */
function colorsOf(css: string, selector: string): Record<string, string> {
  const start = css.indexOf(`${selector}{`)
  expect(start, selector).toBeGreaterThanOrEqual(0)
  const body = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...body.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  )
}

const tokens = readFileSync(new URL('../../../../shared-ui/src/tokens/tokens.css', import.meta.url), 'utf8')
const own = tokens.replaceAll(' {', '{')
const grounds = ['page', 'surface', 'sunken', 'hover']

const hues = Array.from({ length: 24 }, (_, n) => n * 15)
const colors = ['#000000', '#767676', '#ff0000', '#0000ff', '#008000'].concat(
  hues.flatMap((h) => [0.12, 0.3, 0.45].map((l) => formatHex({ mode: 'hsl', h, s: 0.9, l }))),
)
const usable = colors.filter((color) => problemOfColor(color) === undefined)

describe.each([
  ['light', ':root', ':root:root'],
  ['dark', ':root[data-theme="dark"]', ':root:root[data-theme="dark"]'],
])('an agency’s colour in the %s', (_, selector, themed) => {
  it('given any that can be a button, when the tokens are made of it, then texts and edges keep their contrast on every ground', () => {
    expect(usable.length).toBeGreaterThan(40)
    for (const color of usable) {
      const theme = { ...colorsOf(own, selector), ...colorsOf(themeFor(color), themed) }
      const contrast = (one: string, other: string) => wcagContrast(theme[one] ?? '', theme[other] ?? '')
      for (const ground of grounds)
        expect(contrast('link', ground), `${color} link ${ground}`).toBeGreaterThanOrEqual(4.5)
      for (const fill of ['primary', 'primary-hover'])
        expect(contrast('on-primary', fill), `${color} ${fill}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast('on-primary-soft', 'primary-soft'), color).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['page', 'surface'])
        for (const edge of ['focus', 'primary'])
          expect(contrast(edge, ground), `${color} ${edge} ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })
})

it('given a colour, when the tokens are made of it, then they are the ones that shared-ui has, and a button is of that colour', () => {
  const light = colorsOf(themeFor('#8a1538'), ':root:root')
  expect(light.primary).toBe('#8a1538')
  expect(Object.keys(colorsOf(own, ':root'))).toEqual(expect.arrayContaining(Object.keys(light)))
  const byChoice = colorsOf(themeFor('#8a1538'), ':root:root[data-theme="dark"]')
  expect(colorsOf(themeFor('#8a1538'), ':root:root:not([data-theme="light"])')).toEqual(byChoice)
  expect(Object.keys(byChoice)).toEqual(Object.keys(light))
})

it.each(['#ffd000', '#ffffff', '#33cc66'])(
  'given %s, when white text would not be read on it, then a near one is named',
  (color) => {
    const problem = problemOfColor(color) ?? ''
    const [nearest = ''] = /#[0-9a-f]{6}(?= is the nearest)/.exec(problem) ?? []
    expect(problemOfColor(nearest)).toBeUndefined()
  },
)
