import { readFileSync, statSync } from 'node:fs'

export type App = 'admin-app' | 'portal-app'

/** Gives the text of a part's file as it is deployed at this moment; undefined if there is none. */
export type DeployedFile = () => Promise<string | undefined>

/** A file of a build on this machine. It is read again after it was replaced. */
export function fileOnDisk(path: string): DeployedFile {
  let read: { stamp: string; text: string } | undefined
  return async () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return undefined
    const stamp = `${found.ino} ${found.mtimeMs} ${found.size}`
    if (read?.stamp !== stamp) read = { stamp, text: readFileSync(path, 'utf8') }
    return read.text
  }
}

/** How long a fetched file is considered current, in ms. */
const maxAge = 1_000
const timeout = 2_000

/** Revalidated once a second at most. Without an answer, the last good text is used. @param onFailure its reason */
export function fileOnServer(url: string, onFailure: (error: unknown) => void): DeployedFile {
  let cached: { text: string; etag: string | null } | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let inFlight: Promise<void> | undefined

  async function revalidate(): Promise<void> {
    try {
      const headers: Record<string, string> = cached?.etag ? { 'if-none-match': cached.etag } : {}
      const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
      if (answer.status === 200) cached = { text: await answer.text(), etag: answer.headers.get('etag') }
      else if (answer.status !== 304) onFailure(new Error(`${url} answers ${answer.status}`))
    } catch (error) {
      onFailure(error)
    } finally {
      checkedAt = performance.now()
      inFlight = undefined
    }
  }

  return async () => {
    if (performance.now() - checkedAt > maxAge) {
      inFlight ??= revalidate()
      await inFlight
    }
    return cached?.text
  }
}
