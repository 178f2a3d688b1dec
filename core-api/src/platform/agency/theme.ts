import { createRequire } from 'node:module'
import type { Oklch } from 'culori'

type Culori = typeof import('culori')

const require = createRequire(import.meta.url)
/** Loaded when it is used, since most agencies have no colour of their own: 151 modules. */
const culori = (): Culori => require('culori')

/** Minimum contrast ratios of WCAG 2.2: text (1.4.3), and edges and focus rings (1.4.11). */
const textContrast = 4.5
const edgeContrast = 3
const white = '#ffffff'

/** The background tokens of shared-ui with the least contrast to text. */
const darkestLightBackground = '#efece6'
const lightestDarkBackground = '#222c31'

const hexOf = (color: Oklch): string => culori().formatHex(culori().clampChroma(color, 'oklch'))
const parse = (hex: string): Oklch => culori().oklch(hex) ?? { mode: 'oklch', l: 0, c: 0 }

/** Makes a colour darker or lighter, step by step, until it has the contrast ratio on a background. */
function withContrast(color: Oklch, background: string, ratio: number, step: -0.01 | 0.01): string {
  const l = color.l + step
  if (l < 0 || l > 1 || culori().wcagContrast(hexOf(color), background) >= ratio) return hexOf(color)
  return withContrast({ ...color, l }, background, ratio, step)
}

/** @param hex `#rrggbb` @returns what is wrong, with the nearest usable colour; undefined if it is usable */
export function problemOfColor(hex: string): string | undefined {
  const contrast = culori().wcagContrast(hex, white)
  if (contrast >= textContrast) return undefined
  const nearest = withContrast(parse(hex), white, textContrast, -0.01)
  const measured = Math.floor(contrast * 10) / 10
  return `white text on ${hex} has a contrast of ${measured}:1 and needs ${textContrast}:1; ${nearest} is the nearest that has it`
}

type Tones = Record<`--color-${string}`, string>

function lightTones(brand: Oklch): Tones {
  const soft = hexOf({ ...brand, l: 0.945, c: Math.min(brand.c, 0.02) })
  return {
    '--color-primary': hexOf(brand),
    // A colour that is almost black gets lighter on hover, since a darker one would look the same.
    '--color-primary-hover': hexOf({ ...brand, l: brand.l > 0.2 ? brand.l - 0.07 : brand.l + 0.12 }),
    '--color-on-primary': white,
    '--color-primary-soft': soft,
    '--color-on-primary-soft': withContrast(brand, soft, textContrast, -0.01),
    '--color-link': withContrast(brand, darkestLightBackground, textContrast, -0.01),
    '--color-focus': withContrast(
      { ...brand, l: Math.max(brand.l, 0.52) },
      darkestLightBackground,
      edgeContrast,
      -0.01,
    ),
  }
}

function darkTones(brand: Oklch): Tones {
  const calm = { ...brand, c: Math.min(brand.c, 0.09) }
  const onPrimary = hexOf({ ...brand, l: 0.25, c: Math.min(brand.c, 0.04) })
  const soft = hexOf({ ...brand, l: 0.33, c: Math.min(brand.c, 0.04) })
  return {
    '--color-primary': withContrast({ ...calm, l: 0.79 }, onPrimary, textContrast, 0.01),
    '--color-primary-hover': withContrast({ ...calm, l: 0.85 }, onPrimary, textContrast, 0.01),
    '--color-on-primary': onPrimary,
    '--color-primary-soft': soft,
    '--color-on-primary-soft': withContrast({ ...calm, l: 0.88 }, soft, textContrast, 0.01),
    '--color-link': withContrast({ ...calm, l: 0.82 }, lightestDarkBackground, textContrast, 0.01),
    '--color-focus': withContrast({ ...calm, l: 0.77 }, lightestDarkBackground, edgeContrast, 0.01),
  }
}

const rule = (selector: string, tones: Tones): string =>
  `${selector}{${Object.entries(tones)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** Overrides the colour tokens of shared-ui. @param hex `#rrggbb` that `problemOfColor` accepts */
export function themeFor(hex: string): string {
  const brand = parse(hex)
  const dark = darkTones(brand)
  return [
    rule(':root:root', lightTones(brand)),
    `@media screen and (prefers-color-scheme:dark){${rule(':root:root:not([data-theme="light"])', dark)}}`,
    `@media screen{${rule(':root:root[data-theme="dark"]', dark)}}`,
  ].join('\n')
}
