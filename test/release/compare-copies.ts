import { execFileSync } from 'node:child_process'

/** What both apps have in their own builds, for screens that are there before shared-ui is: paths in the sources. */
const looks = ['tokens', 'base', 'reset', 'forms', 'surfaces', 'table', 'rich-text', 'print'].map(
  (name) => `shared-ui/src/tokens/${name}.css`,
)
const styles = [...looks, 'shared-ui/src/button/button.module.css']
const markup = 'shared-ui/src/button/button.tsx'
/** Told of one file; the rest is seldom news. */
const mostDifferences = 5

/** The declarations of a style sheet by selector and property; comments and white space do not count. */
function declarationsOf(css: string): Map<string, string> {
  const declarations = new Map<string, string>()
  const selectors: string[] = []
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  for (const [, part = '', end] of text.matchAll(/((?:"[^"]*"|'[^']*'|[^{};"'])*)([{};])/g)) {
    const [property = '', ...value] = part.trim().split(':')
    if (end === '{') selectors.push(part.trim())
    else if (value.length > 0) declarations.set([...selectors, property.trim()].join(' '), value.join(':').trim())
    if (end === '}') selectors.pop()
  }
  return declarations
}

/** Compares two style sheets. @returns each declaration that differs, with both values */
export function compareStyles(own: string, offered: string): string[] {
  const [mine, theirs] = [declarationsOf(own), declarationsOf(offered)]
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .filter((name) => mine.get(name) !== theirs.get(name))
    .map((name) => `${name}: ${mine.get(name) ?? 'nothing'}, in shared-ui ${theirs.get(name) ?? 'nothing'}`)
}

const readFrom = (archive: string, path: string): string => {
  const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n')
  return listed.includes(path) ? execFileSync('tar', ['-xzOf', archive, path], { encoding: 'utf8' }) : ''
}

/**
 * Compares the copies of tokens and Button in a released app with those of another release of shared-ui. A difference
 * breaks nothing: the app shows the former look on its first screens, until it is built anew.
 * @param appSources the app's `.sources.tar.gz`; `sharedUiSources` that of the other release
 * @returns what looks different
 */
export function compareCopies(app: string, appSources: string, sharedUiSources: string): string[] {
  const differing = styles.flatMap((path) => {
    const found = compareStyles(readFrom(appSources, path), readFrom(sharedUiSources, path))
    const more = found.length - mostDifferences
    const shown = found.slice(0, mostDifferences).map((difference) => `${app}: its copy of ${path} has ${difference}`)
    return more > 0 ? [...shown, `${app}: its copy of ${path} has ${more} more differences`] : shown
  })
  const isSame = readFrom(appSources, markup) === readFrom(sharedUiSources, markup)
  return isSame ? differing : [...differing, `${app}: its copy of ${markup} is another one`]
}
