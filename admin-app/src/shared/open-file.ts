import { api } from './api'
import { useLogin } from './login-store'

/** How long a blob's address must outlive the click, in milliseconds: the other tab reads it once. */
const addressLifetime = 60_000

/** Saves a protected file under a name. @throws HTTPError when the server refuses. */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  saveFile(await api().get(path).blob(), fileName)
}

/** Saves bytes under a name. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = addressOf(file)
  link.download = fileName
  link.click()
}

/**
 * Opens a protected file in a new tab. The tab is opened at once, since browsers refuse one that comes after a wait.
 * @throws HTTPError when the server refuses; the new tab is closed again
 */
export async function openFile(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const address = addressOf(await api().get(path).blob())
    if (tab === null) throw new Error('The browser refused to open a new tab.')
    tab.opener = null
    tab.location.href = address
    openTabs.add(tab)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Addresses that are not revoked yet, and tabs that show a protected file. */
const addresses = new Set<string>()
const openTabs = new Set<Window>()

function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file)
  addresses.add(address)
  setTimeout(() => revoke(address), addressLifetime)
  return address
}

function revoke(address: string): void {
  URL.revokeObjectURL(address)
  addresses.delete(address)
}

// A file that was opened by one person is nothing for the next.
useLogin.subscribe(({ login }) => {
  if (login !== null) return
  for (const address of addresses) revoke(address)
  for (const tab of openTabs) tab.close()
  openTabs.clear()
})

/** A title as a file's name: letters, digits, spaces, dots and hyphens alone. */
export function pdfName(title: string | null): string {
  const name = (title ?? '').replace(/[^\p{L}\p{N} .-]/gu, '').trim()
  return `${name === '' ? 'document' : name}.pdf`
}
