import type { AuditVerification } from '@agency/contract/audit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { startSingleRunCore } from '../../../test/single-run-core.ts'
import { rewriteChain, whenAnchored } from '../../../test/trail-attacks.ts'
import { runIfDue } from '../../platform/jobs/recurring-job.ts'
import { trailHealth } from './audit-health.ts'
import { lastVerification, verificationJob } from './audit-schedule.ts'

let core: Core
let id: string
beforeAll(async () => {
  core = await startSingleRunCore()
  await whenAnchored(core)
})
afterAll(() => core.close())
beforeEach(async () => {
  id = await seedClient(core, await core.admin())
  await due()
})

const runner = () => ({ db: core.app.db, key: core.app.auditKey })
const health = () => trailHealth(runner()).run()
const kind = 'audit-verification'
const jobRow = () =>
  core.app.db.selectFrom('recurring_jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow()
const due = (changed: { progress?: string; result?: string } = {}) =>
  core.app.db
    .updateTable('recurring_jobs')
    .set({ due_at: new Date(0).toISOString(), ...changed })
    .where('kind', '=', kind)
    .execute()

/** One run now. @param pause between its parts */
async function verify(pause = async () => {}, signal = new AbortController().signal) {
  let found: AuditVerification | undefined
  const onResult = async (result: AuditVerification) => {
    found = result
  }
  await runIfDue(core.app.db, verificationJob({ source: core.app.trailSource, pause, onResult }), signal)
  return found
}

describe('the scheduled verification', () => {
  it('given two processes, when both find it due, then one verifies, and Health tells what it found', async () => {
    const results = await Promise.all([verify(), verify()])
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await verify()).toBeUndefined()
    expect(await health()).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^\d+ events of \d+ trails and/),
    })
    expect(core.app.healthChecks.map((check) => check.id)).toContain('audit-trail')
  })

  it('given an interrupted run, when another process continues, then it starts where the first one stopped', async () => {
    const ending = new AbortController()
    expect(await verify(async () => ending.abort(), ending.signal)).toBeUndefined()
    expect(await jobRow()).toMatchObject({ progress: { record: { phase: 'anchors' } }, leased_until: null })
    expect(await verify()).toMatchObject({ valid: true, events: expect.any(Number) })
  })

  it('given a forged progress or result, when the verification continues or is reported, then it is ignored', async () => {
    const ending = new AbortController()
    await verify(async () => ending.abort(), ending.signal)
    const progress = JSON.stringify((await jobRow()).progress)
    await due({ progress: progress.replace('"phase":"anchors"', '"phase":"documents"') })
    const result = await verify()
    expect(result?.anchors.checked).toBeGreaterThan(0)

    const made = { at: new Date().toISOString(), chains: 9, events: 9, documents: 9 }
    const sums = { broken_chains: 0, broken_documents: 0, anchor_problems: 0 }
    const { mac } = Object((await jobRow()).result)
    await due({ result: JSON.stringify({ record: { ...made, ...sums }, mac }) })
    expect(await lastVerification(runner())).toBeUndefined()
  })

  it('given a chain that was altered, when verified, then Health says failing, without names', async () => {
    await rewriteChain(core.app.db, id, (events) => events.map((event) => ({ ...event, detail: 'altered' })))
    expect(await verify()).toMatchObject({ valid: false })
    expect(await health()).toMatchObject({
      state: 'failing',
      message:
        'The audit trail failed its verification: 1 chain was altered. Tell whoever runs the server: docs/verify.md says what to do.',
    })
  })
})
