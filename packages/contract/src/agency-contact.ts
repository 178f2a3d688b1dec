/** At most two initials of an agency's name, for where it has no logo. */
export function initialsOf(name: string): string {
  const initials = name.split(/\s+/).map((word) => word.charAt(0))
  return initials.join('').slice(0, 2).toUpperCase()
}

/** The address of a link that calls a phone number (RFC 3966). */
export const telephoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
