import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { foldersOf, isBuilt, type ReleasedPart, rootFiles } from './parts.ts'
import { filesBelow, root } from './repository.ts'

export interface Content {
  directory: string
  files: readonly string[]
}

const isTest = /(?:\.test\.tsx?|\/testing\/.*|\/test\/.*)$/

const below = (directory: string, folder: string): string[] =>
  [...filesBelow(join(directory, folder))].map((path) => relative(directory, path))

/** Notes that tools leave in a build for other tools; nobody serves them. */
const isNote = (path: string): boolean => path.startsWith('.') || path.startsWith('mf-stats.json')

/** What the router's image takes. */
const routerFile = /^nginx\/(?:nginx\.conf|snippets\/.*|templates\/.*|15-router-settings\.envsh|package\.json)$/

/** Its build; of a service, the sources that it runs or is built from; of the router, its configuration. */
export function contentOf(part: ReleasedPart): Content {
  if (isBuilt(part)) {
    const directory = join(root, part, 'dist')
    return { directory, files: below(directory, '.').filter((path) => !isNote(path)) }
  }
  if (part === 'nginx') return { directory: root, files: below(root, 'nginx').filter((path) => routerFile.test(path)) }
  const run =
    /^(?:(?:packages\/)?[^/]+\/(?:package\.json|src\/.*)|bff\/vite\.config\.ts|packages\/messages\/.*\.json|core-api\/migrations\/.*)$/
  const own = foldersOf(part)
    .flatMap((folder) => below(root, folder))
    .filter((path) => run.test(path))
  return { directory: root, files: ['package.json', 'package-lock.json', ...own.filter((path) => !isTest.test(path))] }
}

/** What a part is built from, without its tests: enough to check its types against another release of shared-ui. */
export function sourcesOf(part: ReleasedPart): Content {
  const folders = foldersOf(part).flatMap((folder) => below(root, folder))
  return { directory: root, files: [...rootFiles, ...folders.filter((path) => !isTest.test(path))] }
}

export const readContent = ({ directory }: Content, file: string): Buffer => readFileSync(join(directory, file))
