import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './repository.ts'

interface Term {
  /** Lower-case words. They are found in prose and in names: `kept state`, `kept-state`, `keptState`, `KEPT_STATE`. */
  readonly words: string
  /** The word to use instead. */
  readonly use: string
  /** Only in files with such a path. */
  readonly in?: RegExp
  /** Where the word has another, right meaning. */
  readonly except?: RegExp
  /** Only in names of files. */
  readonly fileName?: true
}

const signing = /esign|signing|docusign|envelope|providers?\//
const test = /^test\/|^core-api\/test\/|^bff\/test\//

const terms: readonly Term[] = [
  { words: 'unseal', use: 'decrypt' },
  { words: 'reseal', use: 're-encrypt' },
  ...['value', 'values', 'column', 'columns', 'identity', 'passcode', 'payment', 'profile'].map((kind) => ({
    words: `sealed ${kind}`,
    use: `encrypted ${kind}`,
  })),
  { words: 'sealer', use: 'cipher, or seal for a PDF' },
  { words: 'count attempts', use: 'rate limit, lockout' },
  { words: 'forgive attempts', use: 'rate limit, lockout' },
  { words: 'record waits', use: 'lockout' },
  { words: 'what was seen', use: 'optimistic concurrency, conflict' },
  { words: 'versioned save', use: 'optimistic concurrency, conflict' },
  { words: 'make once', use: 'idempotency key' },
  { words: 'keyed call', use: 'idempotency key' },
  { words: 'twice is as once', use: 'idempotent' },
  { words: 'uncover', use: 'reveal' },
  { words: 'uncovered', use: 'reveal' },
  { words: 'shown field', use: 'reveal' },
  { words: 'shown fields', use: 'reveal' },
  { words: 'kept state', use: 'draft' },
  { words: 'kept value', use: 'draft' },
  { words: 'kept values', use: 'draft' },
  { words: 'kept edit', use: 'draft' },
  { words: 'elsewhere', use: 'redirect signing', in: signing },
  { words: 'remote', use: 'redirect signing', in: signing, except: /^portal-app\/(?:vite|src\/app)/ },
  { words: 'remote signing', use: 'redirect signing' },
  { words: 'remote envelope', use: 'redirect signing' },
  { words: 'remote envelopes', use: 'redirect signing' },
  { words: 'words', use: 'messages', fileName: true },
  { words: 'pass on', use: 'forward, fail over' },
  { words: 'passes on', use: 'forward, fail over' },
  { words: 'passed on', use: 'forward, fail over' },
  { words: 'pass over', use: 'mark down, fail over' },
  { words: 'passes over', use: 'mark down, fail over' },
  { words: 'passed over', use: 'mark down, fail over' },
  { words: 'patient read', use: 'idle time-out' },
  { words: 'patient reads', use: 'idle time-out' },
  { words: 'heritage', use: 'client factory, fixture' },
  { words: 'affairs', use: 'client factory, fixture' },
  { words: 'made person', use: 'client factory, fixture' },
  { words: 'made client', use: 'client factory, fixture' },
  { words: 'world', use: 'client factory, fixture', in: test, fileName: true },
  { words: 'remembered counts', use: 'cache' },
  { words: 'kept pages', use: 'cached page ids, or unchanged pages of a PDF' },
  { words: 'sitting', use: 'portal login' },
  { words: 'open passcode', use: 'decrypt' },
  { words: 'open texts', use: 'decrypt' },
  { words: 'office default', use: 'agency default' },
]

/** Lines on which an old word is right: values on the wire or in stored data stay. */
const permitted: readonly RegExp[] = [
  /['"]elsewhere['"]/, // The kind of a signing view on the wire.
  /a text to pass on/, // A detail in stored audit events.
  /signing_codes_sitting/, // An index.
]

const checkedFile = /\.(?:[cm]?[jt]sx?|css|html|md|json|ya?ml|conf|sh)$|(?:^|\/)Dockerfile$/
/** Migrations are never edited, and this file names the terms. Decisions and change logs tell what was renamed. */
const exempt =
  /^core-api\/migrations\/|^scripts\/check-vocabulary\.ts$|^package-lock\.json$|(?:^|\/)CHANGELOG\.md$|^docs\/decisions\//

/** Text in words with one space between them: `keptState`, `kept-state` and `KEPT_STATE` give `kept state`. */
const normalize = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_/.]+|\s+/g, ' ')
    .toLowerCase()

const patterns = new Map(terms.map(({ words }) => [words, new RegExp(`(?<![a-z])${words}(?![a-z])`)]))

const has = (text: string, { words }: Term): boolean => patterns.get(words)?.test(text) ?? false
const applies = (path: string, { in: within, except }: Term): boolean =>
  (within?.test(path) ?? true) && !(except?.test(path) ?? false)

interface Finding {
  term: Term
  place: string
}

function findingsIn(path: string): Finding[] {
  const wanted = terms.filter((term) => applies(path, term))
  const name = normalize(basename(path))
  const inName = wanted.filter((term) => has(name, term)).map((term) => ({ term, place: path }))
  const lines = readFileSync(path, 'utf8').split('\n')
  const inText = lines.flatMap((line, index) => {
    if (permitted.some((pattern) => pattern.test(line))) return []
    const text = normalize(line)
    const found = wanted.filter((term) => !term.fileName && has(text, term))
    return found.map((term) => ({ term, place: `${path}:${index + 1}` }))
  })
  return [...inName, ...inText]
}

process.chdir(root)
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const paths = tracked
  .split('\n')
  .filter((path) => checkedFile.test(path) && !exempt.test(path) && existsSync(join(root, path)))
const findings = paths.flatMap(findingsIn)
for (const { term, place } of findings) console.error(`${place}: "${term.words}" → ${term.use}`)
console.log(`${paths.length} files, ${findings.length} old words`)
if (paths.length === 0) console.error('No file was read.')
process.exitCode = findings.length > 0 || paths.length === 0 ? 1 : 0
