import { matchesGlob } from 'node:path'

/** The instructions of a Dockerfile, each on one line, without comments. */
export function instructionsOf(dockerfile: string): string[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
}

/** What a Dockerfile copies from the repository, without what it copies from another stage. */
export function copiesIn(dockerfile: string): string[] {
  return instructionsOf(dockerfile)
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1))
}

/**
 * Whether .dockerignore keeps a file from the engine, so that nothing can copy it: it or a folder it is in is named.
 * @param path below the root
 */
export function isIgnored(dockerignore: string, path: string): boolean {
  const patterns = dockerignore.split('\n').filter(Boolean)
  const names = path.split('/')
  const upTo = names.map((_, n) => names.slice(0, n + 1).join('/'))
  return patterns.some((pattern) => upTo.some((name) => matchesGlob(name, pattern)))
}
