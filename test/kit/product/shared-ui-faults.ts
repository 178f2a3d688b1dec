import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { clientUrl, staffUrl } from './product-address.ts'

/** A way in which shared-ui's files may fail a page. */
export interface SharedUiFault {
  readonly name: string
  /**
   * When the editor is there, which has no copy in the app: once shared-ui is back, or a build that has it, by asking
   * again; without its style, by asking again.
   */
  readonly editor: 'at once' | 'when back' | 'plain'
  /** Which of its files it strikes. */
  readonly files: string | RegExp
  readonly answer: (route: Route) => Promise<void>
}

const everything = '**/_ui/**'

/** Sends the file that is there, with some of its words replaced, as an older build would have them. */
function olderBuild(replaced: Readonly<Record<string, string>>) {
  return async (route: Route) => {
    // Outside of a browser the clients' host has no address; the staff's serves the same files.
    const url = route
      .request()
      .url()
      .replace(`${clientUrl('')}/`, `${staffUrl('')}/`)
    const response = await route.fetch({ url })
    const text = await response.text()
    const words = Object.entries(replaced).filter(([word]) => text.includes(word))
    if (words.length === 0) throw new Error(`${route.request().url()} has none of what an older build lacks`)
    const body = words.reduce((given, [word, other]) => given.replaceAll(word, other), text)
    // Not the headers of the file that is there: they tell how it was compressed.
    await route.fulfill({ contentType: 'text/javascript', body })
  }
}

export const sharedUiFaults: readonly SharedUiFault[] = [
  {
    name: 'refuses connections',
    editor: 'when back',
    files: everything,
    answer: (route) => route.abort('connectionrefused'),
  },
  { name: 'never answers', editor: 'when back', files: everything, answer: () => new Promise(() => undefined) },
  { name: 'answers 503', editor: 'when back', files: everything, answer: (route) => route.fulfill({ status: 503 }) },
  {
    name: 'is half deployed',
    editor: 'when back',
    files: /\/_ui\/assets\/(modal|rich-text)-[^/]+\.js$/,
    answer: (route) => route.fulfill({ status: 404 }),
  },
  {
    name: 'is of a time without the dialog and the editor',
    editor: 'when back',
    files: '**/_ui/remoteEntry.js*',
    answer: olderBuild({ './Modal': './Later', './RichText': './EvenLater' }),
  },
  {
    name: 'is of a time when the button had no words for busy, and the dialog no sizes',
    editor: 'at once',
    files: /\/_ui\/assets\/(button|modal)-[^/]+\.js$/,
    answer: olderBuild({ 'busyLabel:': 'unknownLabel:', 'size:': 'unknownSize:' }),
  },
  {
    name: 'lacks its style sheets',
    editor: 'plain',
    files: /\/_ui\/assets\/[^/]+\.css$/,
    answer: (route) => route.fulfill({ status: 404 }),
  },
  {
    name: 'is slow',
    editor: 'at once',
    files: everything,
    answer: async (route) => {
      await setTimeout(500)
      await route.fallback()
    },
  },
]

/** A fault that a page has. */
interface Failing {
  /** How many requests it has struck. */
  readonly struck: number
  readonly end: () => Promise<void>
}

/** Lets shared-ui fail a page. */
export async function failSharedUi(page: Page, { files, answer }: SharedUiFault): Promise<Failing> {
  let struck = 0
  await page.route(files, (route) => {
    struck += 1
    return answer(route)
  })
  return {
    get struck() {
      return struck
    },
    end: () => page.unroute(files),
  }
}
