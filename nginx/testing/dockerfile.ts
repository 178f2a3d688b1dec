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
