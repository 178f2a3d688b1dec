import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori'

/** WCAG 2.2: what text needs on its ground (1.4.3), and what an edge or a focus ring needs (1.4.11). */
const forText = 4.5
const forEdges = 3
const white = '#ffffff'

/** Of the grounds in shared-ui's tokens, the ones that text stands out from least. */
const darkestLightGround = '#efece6'
const lightestDarkGround = '#222c31'

const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'))
const parse = (hex: string): Oklch => oklch(hex) ?? { mode: 'oklch', l: 0, c: 0 }

/** The colour, made darker (or lighter) as far as it needs to reach a contrast on a ground. */
function standingOut(color: Oklch, ground: string, ratio: number, step: -0.01 | 0.01): string {
  const l = color.l + step
  if (l < 0 || l > 1 || wcagContrast(hexOf(color), ground) >= ratio) return hexOf(color)
  return standingOut({ ...color, l }, ground, ratio, step)
}

/**
 * Whether an agency's colour can be the ground of white text, as the buttons' is.
 * @param hex `#rrggbb`
 * @returns what is wrong with it, and the nearest colour with which nothing is; undefined when nothing is
 */
export function problemOfColor(hex: string): string | undefined {
  const contrast = wcagContrast(hex, white)
  if (contrast >= forText) return undefined
  const nearest = standingOut(parse(hex), white, forText, -0.01)
  const measured = Math.floor(contrast * 10) / 10
  return `white text on ${hex} has a contrast of ${measured}:1 and needs ${forText}:1; ${nearest} is the nearest that has it`
}

type Tones = Record<`--color-${string}`, string>

function lightTones(brand: Oklch): Tones {
  const soft = hexOf({ ...brand, l: 0.945, c: Math.min(brand.c, 0.02) })
  return {
    '--color-primary': hexOf(brand),
    // Of a colour that cannot be seen to become darker, a little lighter.
    '--color-primary-hover': hexOf({ ...brand, l: brand.l > 0.2 ? brand.l - 0.07 : brand.l + 0.12 }),
    '--color-on-primary': white,
    '--color-primary-soft': soft,
    '--color-on-primary-soft': standingOut(brand, soft, forText, -0.01),
    '--color-link': standingOut(brand, darkestLightGround, forText, -0.01),
    '--color-focus': standingOut({ ...brand, l: Math.max(brand.l, 0.52) }, darkestLightGround, forEdges, -0.01),
  }
}

function darkTones(brand: Oklch): Tones {
  const calm = { ...brand, c: Math.min(brand.c, 0.09) }
  const onPrimary = hexOf({ ...brand, l: 0.25, c: Math.min(brand.c, 0.04) })
  const soft = hexOf({ ...brand, l: 0.33, c: Math.min(brand.c, 0.04) })
  return {
    '--color-primary': standingOut({ ...calm, l: 0.79 }, onPrimary, forText, 0.01),
    '--color-primary-hover': standingOut({ ...calm, l: 0.85 }, onPrimary, forText, 0.01),
    '--color-on-primary': onPrimary,
    '--color-primary-soft': soft,
    '--color-on-primary-soft': standingOut({ ...calm, l: 0.88 }, soft, forText, 0.01),
    '--color-link': standingOut({ ...calm, l: 0.82 }, lightestDarkGround, forText, 0.01),
    '--color-focus': standingOut({ ...calm, l: 0.77 }, lightestDarkGround, forEdges, 0.01),
  }
}

const rule = (selector: string, tones: Tones): string =>
  `${selector}{${Object.entries(tones)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/**
 * The tokens of shared-ui that follow an agency's colour, in light and dark, as a style sheet that wins over them.
 * @param hex `#rrggbb`, one that `problemOfColor` has nothing against
 */
export function themeOf(hex: string): string {
  const brand = parse(hex)
  const dark = darkTones(brand)
  return [
    rule(':root:root', lightTones(brand)),
    `@media screen and (prefers-color-scheme:dark){${rule(':root:root:not([data-theme="light"])', dark)}}`,
    `@media screen{${rule(':root:root[data-theme="dark"]', dark)}}`,
  ].join('\n')
}
