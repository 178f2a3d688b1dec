/** Crockford's base 32: no I, L, O or U. https://www.crockford.com/base32.html */
export const sessionCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const sessionCodeLength = 12

/** Forgives what people do when they copy a code: case, spaces, hyphens, O for 0, I and L for 1. */
export function normalizeSessionCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
}

/** The code in groups of four, as it is shown: `ABCD-EFGH-JKMN`. */
export function formatSessionCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
