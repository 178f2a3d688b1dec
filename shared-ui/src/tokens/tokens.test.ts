import { describe, expect, test } from 'vitest'
import css from './tokens.css?raw'

type Tokens = Record<string, string>

function declarations(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/(--color-[a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

/** The body of the first rule with exactly this selector. */
function rule(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no rule ${selector}`)
  return declarations(css.slice(start, css.indexOf('}', start)))
}

/** WCAG 2.2, relative luminance of an sRGB colour written as #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, contrast ratio of two tokens. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((name) => luminance(hexOf(tokens, name))).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function hexOf(tokens: Tokens, name: string): string {
  const value = tokens[`--color-${name}`]
  if (!value || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`--color-${name} is not written as #rrggbb`)
  return value
}

const GROUNDS = ['page', 'surface', 'sunken', 'hover']
const TONES = ['neutral', 'success', 'info', 'warning', 'danger', 'primary']

const TEXT: [string, string][] = [
  ...['text', 'text-muted', 'link', 'danger'].flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [ink, ground]),
  ),
  ...TONES.map((tone): [string, string] => [`on-${tone}-soft`, `${tone}-soft`]),
  ...['primary', 'primary-hover'].map((fill): [string, string] => ['on-primary', fill]),
  ...['danger', 'danger-hover'].map((fill): [string, string] => ['on-danger', fill]),
  // Pairs of the apps: chosen options and rows, banners, highlighted matches, unlabelled actions.
  ...['text', 'text-muted', 'link'].flatMap((ink) =>
    ['primary-soft', 'warning-soft', 'info-soft', 'neutral-soft'].map((ground): [string, string] => [ink, ground]),
  ),
  ...['primary', 'on-primary-soft', 'on-warning-soft'].flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [ink, ground]),
  ),
]

const EDGES: [string, string][] = ['border-control', 'focus', 'primary'].flatMap((edge) =>
  ['page', 'surface'].map((ground): [string, string] => [edge, ground]),
)

const light = rule(':root')
const dark = rule(':root[data-theme="dark"]')

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, tokens) => {
  test.each(TEXT)('given %s on %s, when read, then the contrast is 4.5:1 at least', (ink, ground) => {
    expect(contrast(tokens, ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGES)('given %s on %s, when seen as an edge, then the contrast is 3:1 at least', (edge, ground) => {
    expect(contrast(tokens, edge, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('given the two ways to the dark theme, when compared, then they give the same colours, and all of them', () => {
  expect(rule(':root:not([data-theme="light"])')).toEqual(dark)
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
