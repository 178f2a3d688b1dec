import { sendTls, textOf } from '@agency/test-kit/nginx/send'
import { hostOf, type Site, type Tally } from './app-calls.ts'

/** The files that a page names, of its own and of shared-ui. */
const filesIn = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/(?:admin|session)\/[^"]+\.(?:js|css|svg))"/g)].map(([, path = '']) => path)

/**
 * Opens an app as a browser does: its page, the files that it names, and shared-ui's container. No request is repeated.
 * @throws when an answer is not 200; the failure is counted
 */
export async function openApp(site: Site, app: 'admin' | 'session', tally: Tally): Promise<void> {
  const read = async (path: string): Promise<string> => {
    tally.calls += 1
    const answer = await sendTls(site.port, { host: hostOf(site, app), path }).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status === 200) return textOf(answer)
    const failure = `GET ${path}: ${answer instanceof Error ? answer.message : answer.status}`
    tally.failures.push(failure)
    throw new Error(failure)
  }
  const page = await read(`/${app}/`)
  const [, sharedUi] = /"uiBase":\s*"([^"]+)"/.exec(page) ?? []
  if (sharedUi === undefined) throw new Error('The page names no address of shared-ui')
  await Promise.all([...new Set([...filesIn(page), `${sharedUi}remoteEntry.js`])].map(read))
}
