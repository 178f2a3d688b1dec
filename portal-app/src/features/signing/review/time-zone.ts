/** Too old zone data give `Etc/Unknown`, which the server refuses: then it is the offset, whose sign POSIX inverts. */
export function timeZone(): string {
  const { timeZone: named } = Intl.DateTimeFormat().resolvedOptions()
  return isKnown(named) ? named : offsetZone()
}

/** The zone of the present offset, for a server whose zone data are older than the browser's. */
export function offsetZone(): string {
  const hours = Math.round(new Date().getTimezoneOffset() / 60)
  return `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** @param name undefined in browsers that know no zone, whatever their types say */
function isKnown(name: string | undefined): boolean {
  if (name === undefined || name === 'Etc/Unknown') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
