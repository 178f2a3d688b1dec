import { sendTls, textOf } from '@agency/test-kit/nginx/send'
import type { Tally } from './app-calls.ts'

/** What a page names of its own and of shared-ui's files. */
const filesIn = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/(?:admin|session)\/[^"]+\.(?:js|css|svg))"/g)].map(([, path = '']) => path)

/**
 * Opens an app as a browser does: its page, and the files that it names. Browsers send none of these again.
 * @throws when one is not there, which is counted
 */
export async function openApp(port: number, app: 'admin' | 'session', tally: Tally): Promise<void> {
  const host = `${app === 'admin' ? 'staff' : 'client'}.localhost:${port}`
  const read = async (path: string): Promise<string> => {
    tally.calls += 1
    const answer = await sendTls(port, { host, path }).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status === 200) return textOf(answer)
    const failure = `GET ${path}: ${answer instanceof Error ? answer.message : answer.status}`
    tally.failures.push(failure)
    throw new Error(failure)
  }
  const files = filesIn(await read(`/${app}/`))
  if (!files.some((path) => path.endsWith('/remoteEntry.js'))) throw new Error('The page names no file of shared-ui')
  await Promise.all(files.map(read))
}
