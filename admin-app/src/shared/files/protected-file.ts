import { blobAddress, revokeBlobAddresses, saveFile } from '@agency/http-client/save-file'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api'
import { useLogin } from '../login-store'

/** Milliseconds for which the address of an opened file is valid: the other tab reads it once. */
const openedAddressLifetime = 60_000

/** The bytes of a protected file. They leave the memory when no component uses them. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ signal }) => api().get(path, { signal }).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Download {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  readonly body?: object
}

/** Saves a protected file under a name. @throws HTTPError when the server refuses. */
export async function downloadFile(
  path: string,
  fileName: string,
  { query = {}, headers = {}, body }: Download = {},
): Promise<void> {
  const sent = { searchParams: query, headers, ...(body && { method: 'POST', json: body }) }
  saveFile(await api()(path, sent).blob(), fileName)
}

const openTabs = new Set<Window>()

/** The tab opens before the fetch: browsers block a later one. @throws HTTPError; the tab is closed again */
export async function openFile(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const address = blobAddress(await api().get(path).blob(), openedAddressLifetime)
    if (tab === null) throw new Error('The browser blocked the new tab.')
    tab.opener = null
    tab.location.href = address
    openTabs.add(tab)
  } catch (error) {
    tab?.close()
    throw error
  }
}

// A logout closes the files of this login.
useLogin.subscribe(({ login }) => {
  if (login !== null) return
  revokeBlobAddresses()
  for (const tab of openTabs) tab.close()
  openTabs.clear()
})

/** A title as a file name: letters, digits, spaces, dots and hyphens alone. */
export function pdfName(title: string | null): string {
  const name = (title ?? '').replace(/[^\p{L}\p{N} .-]/gu, '').trim()
  return `${name === '' ? 'document' : name}.pdf`
}
