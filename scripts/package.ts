import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { type Content, contentOf, readContent, sourcesOf } from './artefact-content.ts'
import { buildParts } from './build.ts'
import { makeTarball } from './make-tarball.ts'
import { foldersOf, isBuilt, partNamed, type ReleasedPart, rootFiles } from './parts.ts'
import { root } from './repository.ts'
import { sbomOf } from './sbom.ts'
import { readSharedUiOffer, readSharedUiUse, SharedUiOffer, SharedUiUse } from './shared-ui-contract.ts'

const Needs = Type.Optional(Type.Record(Type.String(), Type.String()))
const Manifest = Type.Object({ version: Type.String(), needs: Needs })

/** The description of an artefact: the content of its `release.json`. */
export const Release = Type.Object({
  part: Type.String(),
  version: Type.String(),
  /** The last commit that changed the part; null where that is not known, as with changes not yet committed. */
  commit: Type.Union([Type.String(), Type.Null()]),
  /** The lowest versions of other parts that it works with, which have to be deployed before it. */
  needs: Needs,
  uses: Type.Optional(SharedUiUse),
  offers: Type.Optional(SharedUiOffer),
})
export type Release = Static<typeof Release>

interface Packaged {
  release: Release
  artefact: string
}

const manifestOf = (part: ReleasedPart) =>
  Value.Parse(Manifest, JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8')))

/** The part's own version and a digest of what is in the release: good as a tag, a file's name and an image's. */
function versionOf(part: ReleasedPart, content: Content): string {
  const { version } = manifestOf(part)
  const hash = createHash('sha256')
  for (const file of [...content.files].sort()) {
    // Compressed files are not hashed, since they differ between versions of Node.js.
    if (!/\.(?:gz|br)$/.test(file)) hash.update(`${file}\0`).update(readContent(content, file))
  }
  return `${version}-${hash.digest('hex').slice(0, 12)}`
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function commitOf(part: ReleasedPart): string | null {
  const paths = [...foldersOf(part), ...rootFiles]
  try {
    if (git('status', '--porcelain', '--', ...paths) !== '') return null
    return git('log', '-1', '--format=%H', '--', ...paths) || null
  } catch {
    // No git, or no repository: sources that were handed over as files.
    return null
  }
}

function describe(part: ReleasedPart, content: Content): Release {
  const { needs } = manifestOf(part)
  const release = { part, version: versionOf(part, content), commit: commitOf(part), ...(needs ? { needs } : {}) }
  if (part === 'shared-ui') return { ...release, offers: readSharedUiOffer() }
  if (part === 'admin-app' || part === 'portal-app') return { ...release, uses: readSharedUiUse(part) }
  return release
}

function pack({ directory, files }: Content, release: Release): Buffer {
  const staging = mkdtempSync(join(tmpdir(), 'package-'))
  try {
    for (const file of files) {
      mkdirSync(join(staging, file, '..'), { recursive: true })
      writeFileSync(join(staging, file), readContent({ directory, files }, file))
    }
    writeFileSync(join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
    return makeTarball(staging, [...files, 'release.json'])
  } finally {
    rmSync(staging, { recursive: true })
  }
}

/** As `sha256sum --check` reads it. */
const checksumLine = (content: Buffer, name: string): string =>
  `${createHash('sha256').update(content).digest('hex')}  ${name}\n`

/** `<part>-<version>.tar.gz` with `.sha256`, `.cdx.json` and, of a build, `.sources.tar.gz` to check its types with. */
export async function packagePart(part: ReleasedPart, out: string): Promise<Packaged> {
  if (isBuilt(part)) buildParts({ parts: [part] })
  const content = contentOf(part)
  const release = describe(part, content)
  const stem = join(out, `${part}-${release.version}`)
  const artefact = `${stem}.tar.gz`
  const packed = pack(content, release)
  mkdirSync(out, { recursive: true })
  writeFileSync(artefact, packed)
  writeFileSync(`${artefact}.sha256`, checksumLine(packed, basename(artefact)))
  writeFileSync(`${stem}.cdx.json`, sbomOf(part, release.version))
  if (isBuilt(part)) {
    const { directory, files } = sourcesOf(part)
    writeFileSync(`${stem}.sources.tar.gz`, makeTarball(directory, files))
  }
  return { release, artefact }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: join(root, 'releases') } },
    allowPositionals: true,
  })
  const { artefact } = await packagePart(partNamed(positionals[0]), resolve(values.out))
  console.log(artefact)
}
