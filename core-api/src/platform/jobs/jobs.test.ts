import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import type { Database } from '../database/database.ts'
import { claimJob, finishJob, keepJob, queueJob, requeueJob } from './job-repository.ts'

/** The service polls too: in one transaction, it never sees the job as one that nobody has. */
const queueAndClaim = (db: Database, kind: string, { subject, lease }: { subject: string; lease: number }) =>
  db.transaction().execute(async (trx) => {
    await queueJob(trx, kind, subject)
    return (await claimJob(trx, lease)) ?? expect.fail('another job was due before')
  })

it('given a job that takes longer than its lease, when its lease is renewed, then no other process claims it; after its release another one does', async () => {
  const { db } = (await startCoreForTest()).app
  const job = await queueAndClaim(db, 'a kind that nothing here does', { subject: uuid(), lease: 1 })
  await keepJob(db, job, 30)
  await delay(1_100)
  expect(await claimJob(db, 1)).toBeUndefined()

  // In one transaction, since the service polls for jobs too.
  const taken = await db.transaction().execute(async (trx) => {
    await keepJob(trx, job, 0)
    return claimJob(trx, 30)
  })
  expect(taken).toMatchObject({ id: job.id, attempts: job.attempts + 1 })
  // The first one has lost it, and can no longer keep it from anybody.
  await keepJob(db, job, 0)
  expect(await claimJob(db, 1)).toBeUndefined()
})

it('given a job that is asked for again while it is done, when its holder finishes it, then it is done once more', async () => {
  const { db } = (await startCoreForTest()).app
  const [kind, subject] = ['another kind that nothing here does', uuid()]
  const job = await queueAndClaim(db, kind, { subject, lease: 30 })
  await requeueJob(db, kind, subject)
  await finishJob(db, job)
  const { done_at } = await db.selectFrom('jobs').select('done_at').where('id', '=', job.id).executeTakeFirstOrThrow()
  expect(done_at).toBeNull()
})

it('given two due jobs, when each waits for the other to begin, then both run, side by side', async () => {
  const { app } = await startCoreForTest()
  const kind = 'jobs that wait for each other'
  const both = Promise.withResolvers<void>()
  const begun = new Set<string>()
  app.handleJobs(kind, async ({ id }) => {
    if (begun.add(id).size === 2) both.resolve()
    await both.promise
  })
  for (let n = 0; n < 2; n += 1) await queueJob(app.db, kind, uuid())
  app.wakeJobs()
  await both.promise
  expect(begun.size).toBe(2)
})
