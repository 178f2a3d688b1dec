/** Milliseconds until the address of a saved file is revoked. Some browsers read it only after the click. */
const savedAddressLifetime = 10_000

const addresses = new Set<string>()

/** A `blob:` address, revoked after `lifetime` ms or by `revokeBlobAddresses`. */
export function blobAddress(blob: Blob, lifetime: number): string {
  const address = URL.createObjectURL(blob)
  addresses.add(address)
  setTimeout(() => revoke(address), lifetime)
  return address
}

/** Revokes all addresses, so that the next person at this browser can't read the files of this one. */
export function revokeBlobAddresses(): void {
  for (const address of addresses) revoke(address)
}

function revoke(address: string): void {
  URL.revokeObjectURL(address)
  addresses.delete(address)
}

/** Saves bytes under a name. Characters that file names may not have become spaces. */
export function saveFile(blob: Blob, name: string): void {
  clickLink(blobAddress(blob, savedAddressLifetime), name.replace(/[/\\:*?"<>|]+/g, ' '))
}

/** The page never holds the bytes, so the file may be larger than a phone's memory. */
export function saveFrom(address: string): void {
  clickLink(address, '')
}

function clickLink(address: string, download: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = download
  link.click()
}
