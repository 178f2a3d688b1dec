import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startRoutedProduct } from '@agency/test-kit/product/routed-product'
import { Value } from 'typebox/value'
import { packagePart, Release } from '../../scripts/package.ts'
import { checkInBrowser } from './check-in-browser.ts'
import { checkOffer } from './check-offer.ts'
import { checkTypes } from './check-types.ts'
import { compareCopies } from './compare-copies.ts'

const apps = ['admin-app', 'portal-app'] as const

/** Reads what an artefact says of itself. */
export const releaseOf = (artefact: string): Release =>
  Value.Parse(Release, JSON.parse(execFileSync('tar', ['-xzOf', artefact, 'release.json'], { encoding: 'utf8' })))

/** The sources that lie beside an artefact. */
export const sourcesBeside = (artefact: string): string => artefact.replace(/\.tar\.gz$/, '.sources.tar.gz')

/** The artefact of a part in a directory. @throws when there is none or more than one */
export function artefactIn(directory: string, part: string): string {
  const names = readdirSync(directory).filter(
    (name) => name.startsWith(`${part}-`) && /-[0-9a-f]{12}\.tar\.gz$/.test(name),
  )
  const [name, ...others] = names
  if (!name || others.length > 0) throw new Error(`${directory} must have one artefact of ${part}, not ${names.length}`)
  return join(directory, name)
}

interface Checked {
  /** The artefact of shared-ui that is to be released. */
  candidate: string
  /** The artefacts of the apps as they are released now. */
  apps: Readonly<Record<(typeof apps)[number], string>>
}

async function checkAppsTypes({ candidate, apps: released }: Checked): Promise<string[]> {
  const faults: string[] = []
  for (const app of apps)
    faults.push(...(await checkTypes(app, sourcesBeside(released[app]), sourcesBeside(candidate))))
  return faults
}

async function checkAppsInBrowser({ candidate, apps: released }: Checked): Promise<string[]> {
  const product = await startRoutedProduct()
  try {
    product.deploy('shared-ui', candidate)
    for (const app of apps) product.deploy(app, released[app])
    return await checkInBrowser(product)
  } finally {
    await product.stop()
  }
}

/** Whether a release of shared-ui keeps what the released apps count on. @returns what is wrong */
async function checkRelease(checked: Checked): Promise<string[]> {
  const faults = apps.flatMap((app) => checkOffer(releaseOf(checked.candidate), releaseOf(checked.apps[app])))
  faults.push(...(await checkAppsTypes(checked)))
  faults.push(...(await checkAppsInBrowser(checked)))
  return faults
}

/** How the first screens of the released apps will look other than the rest. */
const findDrift = ({ candidate, apps: released }: Checked): string[] =>
  apps.flatMap((app) => compareCopies(app, sourcesBeside(released[app]), sourcesBeside(candidate)))

/** Tells of drift, on the page of the run too. */
function reportDrift(drift: readonly string[]): void {
  const warning = process.env.GITHUB_ACTIONS ? '::warning::' : ''
  for (const difference of drift) process.stdout.write(`${warning}${difference}\n`)
  if (drift.length > 0) process.stdout.write('Release these apps after shared-ui, so that all screens look the same.\n')
}

async function main() {
  const { values, positionals } = parseArgs({ options: { apps: { type: 'string' } }, allowPositionals: true })
  if (positionals[0] !== 'shared-ui' || !values.apps)
    throw new Error('Usage: npm run check-release -- shared-ui --apps <directory with the artefacts of both apps>')
  const released = resolve(values.apps)
  const directory = mkdtempSync(join(tmpdir(), 'candidate-'))
  try {
    const { artefact: candidate } = await packagePart('shared-ui', directory)
    const checked = {
      candidate,
      apps: { 'admin-app': artefactIn(released, 'admin-app'), 'portal-app': artefactIn(released, 'portal-app') },
    }
    reportDrift(findDrift(checked))
    const faults = await checkRelease(checked)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    process.stdout.write(faults.length === 0 ? 'shared-ui keeps its contract.\n' : 'shared-ui must not be released.\n')
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    rmSync(directory, { recursive: true })
  }
}

if (import.meta.main) await main()
