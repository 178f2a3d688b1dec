import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '../../platform/database/database.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { recordBackup, recordFailure } from './backup-trail.ts'

/** `npm run backup` requests it by a file in the embedded database's directory. The answer is a file beside it. */
const BackupRequest = Type.Object({ directory: Type.String(), recipients: Type.Array(Type.String()) })
export type BackupRequest = Static<typeof BackupRequest>

const BackupAnswer = Type.Object({ name: Type.Optional(Type.String()), failure: Type.Optional(Type.String()) })
type BackupAnswer = Static<typeof BackupAnswer>

const requestsIn = (databaseDirectory: string) => join(databaseDirectory, 'backup-requests')
const requestEnd = '.request.json'
const answerEnd = '.answer.json'

interface Answering {
  directory: string
  db: Database
  log: { error(details: object, message: string): void }
  make(request: BackupRequest): Promise<BackupManifest>
}

export async function answerRequests({ directory, db, log, make }: Answering): Promise<void> {
  const requests = requestsIn(directory)
  if (!existsSync(requests)) return
  for (const file of readdirSync(requests).filter((name) => name.endsWith(requestEnd))) {
    const request = readJson(join(requests, file))
    rmSync(join(requests, file))
    if (!Check(BackupRequest, request)) continue
    const answer = await make(request).then(
      async (manifest): Promise<BackupAnswer> => {
        await recordBackup(db, manifest)
        return { name: manifest.name }
      },
      async (error: unknown): Promise<BackupAnswer> => {
        log.error({ err: error }, 'a requested backup failed')
        await recordFailure(db, error)
        return { failure: error instanceof Error ? error.message : String(error) }
      },
    )
    writeJson(join(requests, file.replace(requestEnd, answerEnd)), answer)
  }
}

export function askForBackup(databaseDirectory: string, request: BackupRequest) {
  const requests = requestsIn(databaseDirectory)
  mkdirSync(requests, { recursive: true, mode: 0o700 })
  const path = join(requests, randomUUID())
  writeJson(path + requestEnd, request)
  return {
    /** The name of the backup; undefined until it is complete. @throws if the backup failed */
    answer(): string | undefined {
      if (!existsSync(path + answerEnd)) return undefined
      const answer = readJson(path + answerEnd)
      if (!Check(BackupAnswer, answer) || answer.name === undefined) {
        throw new Error(
          `The running product could not make the backup: ${Check(BackupAnswer, answer) ? answer.failure : ''}`,
        )
      }
      return answer.name
    },
    /** Deletes the request and the answer. */
    withdraw(): void {
      for (const end of [requestEnd, answerEnd]) rmSync(path + end, { force: true })
    },
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Writes, then renames, so that a reader never sees half a file. */
function writeJson(path: string, value: object): void {
  writeFileSync(`${path}.partial`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.partial`, path)
}
