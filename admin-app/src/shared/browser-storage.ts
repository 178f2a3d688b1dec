/** What a browser keeps for this address: `local` for all tabs, `session` for one. */
type Kind = 'local' | 'session'

/** Reading the property throws where the browser blocks site data. */
const storageOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage)

/** A stored value; null for none, and where the browser blocks site data, such as in some private windows. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. @returns false if the browser blocks site data, or has no room left */
export function writeStored(kind: Kind, key: string, value: string | null): boolean {
  try {
    if (value === null) storageOf(kind).removeItem(key)
    else storageOf(kind).setItem(key, value)
    return true
  } catch {
    return false
  }
}
