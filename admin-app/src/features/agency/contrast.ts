/** Of text on a button (WCAG 2.2, 1.4.3). */
export const neededContrast = 4.5

/** Whether a text is `#rrggbb`. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The contrast of white text on a colour, from 1 to 21 (WCAG 2.2, *contrast ratio*); null for a text that is no colour. */
export function contrastWithWhite(color: string): number | null {
  if (!isColor(color)) return null
  const luminance = [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
    const part = Number.parseInt(color.slice(1 + 2 * n, 3 + 2 * n), 16) / 255
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
  return 1.05 / (luminance + 0.05)
}
