import { readFileSync, statSync } from 'node:fs'

/** Gives the text of a part's file as it is deployed at this moment; undefined while there is none. */
export type DeployedFile = () => Promise<string | undefined>

/** A file of a build on this machine, read again whenever another one is put in its place. */
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

/** Milliseconds: how long what was fetched is taken for what is deployed, and how long a server may take to answer. */
const freshness = 1_000
const patience = 2_000

/**
 * A file on a part's own server, asked for again at most once a second. While that server does not answer, the last
 * good text stands.
 * @param onFailure is told why the server could not be asked
 */
export function fileOnServer(url: string, onFailure: (error: unknown) => void): DeployedFile {
  let kept: { text: string; etag: string | null } | undefined
  let asked = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const headers: Record<string, string> = kept?.etag ? { 'if-none-match': kept.etag } : {}
      const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) })
      if (answer.status === 200) kept = { text: await answer.text(), etag: answer.headers.get('etag') }
      else if (answer.status !== 304) onFailure(new Error(`${url} answers ${answer.status}`))
    } catch (error) {
      onFailure(error)
    } finally {
      asked = performance.now()
      asking = undefined
    }
  }

  return async () => {
    if (performance.now() - asked > freshness) {
      asking ??= ask()
      await asking
    }
    return kept?.text
  }
}
