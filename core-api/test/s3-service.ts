import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { openS3Client } from '../src/platform/files/s3-bucket.ts'

/** A bucket of a running S3 service, and the settings that name it. */
export interface TestBucket {
  client: S3Client
  name: string
  settings: Record<string, string>
}

export interface S3Service {
  makeBucket(): Promise<TestBucket>
  /** Ends the service at once, as a failing machine does. */
  stop(): Promise<void>
}

/** Debian's Python, which has Debian's `python3-swift`, whatever other Python comes first in the path. */
const python = '/usr/bin/python3'

/** Starts OpenStack Swift with its S3 API on a free port of loopback, with data of its own. */
export async function startS3(): Promise<S3Service> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const script = join(import.meta.dirname, 's3-server.py')
  const child = spawn(python, [script, directory], { stdio: ['pipe', 'pipe', 'pipe'] })
  const complaints = text(child.stderr)
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [undefined])])
  if (!line) throw new Error(`These tests need OpenStack Swift: install python3-swift. It said: ${await complaints}`)
  const settings = {
    S3_ENDPOINT: String(line).trim(),
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'test:tester',
    S3_SECRET_ACCESS_KEY: 'testing',
  }
  const client = openS3Client({ ...settings, S3_FORCE_PATH_STYLE: true })
  return {
    async makeBucket() {
      const name = `bucket-${randomBytes(6).toString('hex')}`
      await client.send(new CreateBucketCommand({ Bucket: name }))
      return { client, name, settings: { ...settings, S3_BUCKET: name, S3_FORCE_PATH_STYLE: 'true' } }
    },
    async stop() {
      client.destroy()
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}
