import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { readDatabaseClock } from '../../platform/database/database.ts'
import type { NewerSchema } from '../../platform/database/migrate.ts'
import type { HealthFinding } from '../../platform/http/health-checks.ts'
import { countTroubledJobs } from '../../platform/jobs/job-repository.ts'
import { certificateCheck } from './served-certificate.ts'

export async function installationChecks(app: FastifyInstance): Promise<void> {
  const { db } = app
  const { dataDirectory, PUBLIC_URL, STAFF_URL } = app.config
  app.addHealthCheck({
    id: 'database',
    title: 'Database',
    affectsReadiness: true,
    run: async () => {
      try {
        await readDatabaseClock(db)
        return { state: 'ok', message: 'The database answers.' }
      } catch (error) {
        app.log.error({ err: error }, 'the database does not answer')
        return { state: 'failing', message: 'The database does not answer.' }
      }
    },
  })
  app.addHealthCheck({
    id: 'release',
    title: 'Release',
    affectsReadiness: false,
    run: async () => describeRelease(manifest.version, app.newerSchema),
  })
  app.addHealthCheck({
    id: 'addresses',
    title: 'Addresses',
    affectsReadiness: false,
    run: async () => checkAddresses({ PUBLIC_URL, STAFF_URL }),
  })
  app.addHealthCheck({
    id: 'tls-certificate',
    title: 'TLS certificate',
    affectsReadiness: false,
    run: certificateCheck([STAFF_URL, PUBLIC_URL]),
  })
  // Not for readiness: replicas often share one disk, and reading needs no space.
  app.addHealthCheck({
    id: 'disk',
    title: 'Free disk space',
    affectsReadiness: false,
    run: () => checkDataDirectory(dataDirectory),
  })
  app.addHealthCheck({
    id: 'clock',
    title: 'Clocks',
    affectsReadiness: false,
    run: async () => checkRefusals(app.lastRefusedStatement()) ?? (await checkDatabaseClock(db)),
  })
  app.addHealthCheck({ id: 'jobs', title: 'Background jobs', affectsReadiness: false, run: () => checkJobs(db) })
}

export function describeRelease(version: string, newer: NewerSchema | undefined): HealthFinding {
  if (!newer) return { state: 'ok', message: `Release ${version} runs, and the database fits it.` }
  return {
    state: 'warning',
    message: `Release ${version} was put back: the database is that of a newer release (${newer.names.join(', ')}), which this one can work on. Install the newer release again once its fault is mended.`,
  }
}

/** Links in messages lead to these addresses, so samples that only this machine knows reach nobody. */
export function checkAddresses(urls: Readonly<Record<'PUBLIC_URL' | 'STAFF_URL', string>>): HealthFinding {
  const local = Object.entries(urls).filter(([, url]) => /(?:^|\.)localhost$/.test(new URL(url).hostname))
  if (local.length === 0) return { state: 'ok', message: 'Links lead to addresses of the agency.' }
  const named = local.map(([, url]) => url).join(', ')
  return {
    state: 'warning',
    message: `Links in messages work on this machine alone: ${named}. Whoever runs the server sets the agency’s domain by the setting DOMAIN.`,
  }
}

const gigabyte = 1024 ** 3

/** A replica with a database server, a bucket and keys in its settings has no DATA_DIR. */
export async function checkDataDirectory(path: string): Promise<HealthFinding> {
  try {
    return checkDisk(await statfs(path))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return { state: 'ok', message: 'The service stores nothing on its own disk.' }
  }
}

/** The free share of the disk, without the blocks that are reserved for root, like `df`. */
export function checkDisk(disk: { bavail: number; bfree: number; blocks: number; bsize: number }): HealthFinding {
  const { bavail, bfree, blocks, bsize } = disk
  const share = bavail / (blocks - bfree + bavail)
  const free = `${(share * 100).toFixed(1)} % (${((bavail * bsize) / gigabyte).toFixed(1)} GB) of the disk with the data is free`
  if (share < 0.02) return { state: 'failing', message: `Only ${free}. Free space now: changes will soon be refused.` }
  if (share < 0.1) return { state: 'warning', message: `Only ${free}. Free space or enlarge the disk.` }
  return { state: 'ok', message: `${free}.` }
}

/** How long a refused request is reported, in ms. */
const refusalsReported = 10 * 60_000

/** Reports recent requests that were refused because the clock of a BFF differs. */
function checkRefusals(refused: { seconds: number; at: number } | undefined): HealthFinding | undefined {
  if (!refused || Date.now() - refused.at > refusalsReported) return undefined
  return {
    state: 'failing',
    message: `Requests were refused: the clocks of two servers differ by ${refused.seconds} seconds. Whoever runs them sets both clocks by NTP, the time service.`,
    at: new Date(refused.at).toISOString(),
  }
}

/** Tolerated difference of the clocks of core-api and the database, in seconds. */
const tolerated = 5

async function checkDatabaseClock(db: Database): Promise<HealthFinding> {
  const asked = Date.now()
  const theirs = await readDatabaseClock(db)
  const answered = Date.now()
  // The database has read its clock between the two.
  const milliseconds = theirs < asked ? asked - theirs : Math.max(0, theirs - answered)
  const seconds = Math.round(milliseconds / 1000)
  if (seconds <= tolerated) return { state: 'ok', message: 'The clocks of the server and of the database agree.' }
  return {
    state: 'warning',
    message: `The clocks of the server and of the database differ by ${seconds} seconds. Whoever runs them sets both clocks by NTP, the time service.`,
  }
}

/** Reached about five minutes after the first attempt, since the pauses double. */
const severalAttempts = 6
const longSeconds = 600

async function checkJobs(db: Database): Promise<HealthFinding> {
  const { failing, waiting } = await countTroubledJobs(db, severalAttempts, longSeconds)
  if (waiting > 0) {
    const message = `${counted(waiting, 'background job')} waited longer than ${longSeconds / 60} minutes to be started, such as sealing a document. Whoever runs the server checks that the service runs.`
    return { state: 'failing', message }
  }
  if (failing === 0) return { state: 'ok', message: 'No background job is stuck.' }
  const message = `${counted(failing, 'background job')} failed several times and will be tried again. Whoever runs the server finds the reason in its log.`
  return { state: 'warning', message }
}
