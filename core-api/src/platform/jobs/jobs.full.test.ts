import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import type { Database } from '../database/database.ts'
import { claimJob, finishJob, keepJob, queueJob, requeueJob } from './job-repository.ts'

/** Call it in a transaction: the service polls too, and must not see the job as one that nobody has. */
const queueAndClaim = async (db: Database, kind: string, { subject, lease }: { subject: string; lease: number }) => {
  await queueJob(db, kind, subject)
  return (await claimJob(db, lease)) ?? expect.fail('another job was due before')
}

it('given a job that takes longer than its lease, when its lease is renewed, then no other process claims it; after its release another one does', async () => {
  const { db } = (await startCoreForTest()).app
  await db.transaction().execute(async (trx) => {
    // A lease that is over at once.
    const job = await queueAndClaim(trx, 'a kind that nothing here does', { subject: uuid(), lease: 0 })
    await keepJob(trx, job, 30)
    expect(await claimJob(trx, 1)).toBeUndefined()

    await keepJob(trx, job, 0)
    expect(await claimJob(trx, 30)).toMatchObject({ id: job.id, attempts: job.attempts + 1 })
    // The first one has lost it, and can no longer keep it from anybody.
    await keepJob(trx, job, 0)
    expect(await claimJob(trx, 1)).toBeUndefined()
  })
})

it('given a job that is asked for again while it is done, when its holder finishes it, then it is done once more', async () => {
  const { db } = (await startCoreForTest()).app
  const [kind, subject] = ['another kind that nothing here does', uuid()]
  const job = await db.transaction().execute((trx) => queueAndClaim(trx, kind, { subject, lease: 30 }))
  await requeueJob(db, kind, subject)
  await finishJob(db, job)
  const { done_at } = await db.selectFrom('jobs').select('done_at').where('id', '=', job.id).executeTakeFirstOrThrow()
  expect(done_at).toBeNull()
})

it('given documents whose sealing hangs, when other jobs are due, then these run, and two are being sealed', async () => {
  const { app } = await startCoreForTest()
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const begun = new Set<string>()
  const twoBegun = Promise.withResolvers<void>()
  app.handleJobs('seal', async ({ id }) => {
    if (begun.add(id).size === 2) twoBegun.resolve()
    await held.promise
  })
  for (let n = 0; n < 3; n += 1) await queueJob(app.db, 'seal', uuid())
  app.wakeJobs()
  await twoBegun.promise
  const both = Promise.withResolvers<void>()
  const done = new Set<string>()
  app.handleJobs('a kind without lanes of its own', async ({ id }) => {
    if (done.add(id).size === 2) both.resolve()
    await both.promise
  })
  for (let n = 0; n < 2; n += 1) await queueJob(app.db, 'a kind without lanes of its own', uuid())
  app.wakeJobs()
  await both.promise
  expect(begun.size).toBe(2)
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
