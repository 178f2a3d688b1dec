import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { stampWithOpenssl } from '../../../test/openssl-tsa.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { anchorNow, whenAnchored } from '../../../test/trail-attacks.ts'
import { verifyExport } from './verify-export.ts'

const command = join(import.meta.dirname, '../../cli/verify.ts')

let core: Core
let id: string
let lines: string[]

/** A trail of four events, the first three of which are in a time-stamped anchor, among other chains. */
beforeAll(async () => {
  core = await startCore({ AGENCY_NAME: 'Sunrise' })
  await whenAnchored(core)
  const admin = await core.admin()
  id = await seedClient(core, admin)
  for (let n = 0; n < 4; n++) await seedClient(core, admin)
  for (const occupation of ['baker', 'cook']) {
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { occupation } })
  }
  await anchorNow(core, stampWithOpenssl)
  const answer = await core.ask(admin, { method: 'GET', url: `/audit/export?client_id=${id}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="audit-${id}.jsonl"`)
  lines = answer.body.trimEnd().split('\n')
})
afterAll(() => core.close())

async function verify(changed: string[] = lines) {
  return verifyExport(
    (async function* () {
      yield* changed
    })(),
  )
}

describe('an exported trail', () => {
  it('given an unchanged export, when it is verified offline, then events, end, anchor and time stamp are valid', async () => {
    const certificate = createHash('sha256').update(core.app.sealKeys.current.certificate).digest('hex')
    expect(await verify()).toMatchObject({
      chain: id,
      events: 4,
      anchored: { position: 3, number: expect.any(Number), stampedAt: expect.stringMatching(/Z$/) },
      certificates: [certificate, certificate],
      problems: [],
    })
  })

  it('given files, when npm run verify reads them, then it says which holds, and fails for what does not @full', () => {
    const directory = mkdtempSync(join(tmpdir(), 'export-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const run = (content: string[]) => {
      const path = join(directory, 'trail.jsonl')
      writeFileSync(path, `${content.join('\n')}\n`)
      const { status, stdout } = spawnSync(process.execPath, [command, path], { encoding: 'utf8' })
      return { status, stdout }
    }
    expect(run(lines)).toEqual({
      status: 0,
      stdout: expect.stringMatching(/4 events, up to event 3 in anchor .+holds/s),
    })
    expect(run(lines.toSpliced(2, 1))).toEqual({ status: 1, stdout: expect.stringContaining('DOES NOT HOLD') })
  })

  it.each([
    [
      'an event altered',
      () => lines.with(2, (lines[2] ?? '').replace('client.changed', 'client.opened')),
      /2 was altered/,
    ],
    ['an event taken out', () => lines.toSpliced(2, 1), /Event 2 is missing/],
    ['the last event taken out', () => lines.toSpliced(4, 1), /do not end where the signed end says/],
    ['the end taken out', () => lines.slice(0, -1), /file was cut off/],
    ['something put after the end', () => [...lines, lines[1] ?? ''], /follows after the signed end/],
  ])('given %s, when verified, then it says so', async (_what, change, problem) => {
    expect((await verify(change())).problems.join('\n')).toMatch(problem)
  })

  it('given another anchor or another end in its proof, when verified, then it says so @full', async () => {
    const proof = JSON.parse(lines.at(-1) ?? '')
    const changed = (change: object) => verify(lines.with(-1, JSON.stringify({ ...proof, ...change })))
    const leaf = { ...proof.anchor.leaf, position: 2 }
    expect((await changed({ anchor: { ...proof.anchor, leaf } })).problems).toEqual(['The chain is not in the anchor.'])
    const statement = Buffer.from(proof.anchor.statement, 'base64').toString().replace('"number":', '"number":1')
    const other = { ...proof.anchor, statement: Buffer.from(statement).toString('base64') }
    expect((await changed({ anchor: other })).problems).toEqual(['The signature of the anchor does not fit.'])
    const stamp = await stampWithOpenssl(Buffer.alloc(32))
    const stamped = { ...proof.anchor, time_stamp: Buffer.from(stamp).toString('base64') }
    expect((await changed({ anchor: stamped })).problems).toEqual(['The time stamp of the anchor does not fit.'])
    const end = Buffer.from(proof.end, 'base64').toString().replace('"position":4', '"position":3')
    expect((await changed({ end: Buffer.from(end).toString('base64') })).problems).toEqual([
      'The signature of the end does not fit.',
    ])
  })

  it('given the trail of the agency, or of nobody, when exported, then it holds, or 404 and no chain begins', async () => {
    const admin = await core.admin()
    const { body } = await core.ask(admin, { method: 'GET', url: '/audit/export' })
    expect(await verify(body.trimEnd().split('\n'))).toMatchObject({ chain: 'agency', problems: [] })
    const nobodys = '01a2030f-2c7d-70bd-b421-66e109b0f26a'
    const refused = await core.ask(admin, { method: 'GET', url: `/audit/export?client_id=${nobodys}` })
    expect(refused.statusCode).toBe(404)
    const chains = core.app.db.selectFrom('audit_chains').select('chain').where('chain', '=', nobodys)
    expect(await chains.execute()).toEqual([])
  })
})
