/** Crockford's base 32: no I, L, O or U. https://www.crockford.com/base32.html */
export const sessionCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const sessionCodeLength = 12

/** Corrects common errors in a typed code: case, spaces, hyphens, O for 0, I and L for 1. */
export function normalizeSessionCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
}

export function formatSessionCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

const codePattern = new RegExp(`^[${sessionCodeAlphabet}]{${sessionCodeLength}}$`)

/** The session code that was typed, in any form of writing; undefined if the text is none. */
export function readSessionCode(typed: string): string | undefined {
  const code = normalizeSessionCode(typed)
  return codePattern.test(code) ? code : undefined
}
