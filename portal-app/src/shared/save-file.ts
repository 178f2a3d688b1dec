/** Saves bytes under a name, without the characters that a file's name may not have. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replace(/[/\\:*?"<>|]+/g, ' ')
  link.click()
  // The browser has taken the data by the next turn; some take it no sooner.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/**
 * Has the browser save what an address answers with as an attachment, under the name that the answer gives it. None of it
 * passes through the page, so that it may be larger than a phone's memory.
 */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
