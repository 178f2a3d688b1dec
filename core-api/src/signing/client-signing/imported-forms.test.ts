import type { FilledField } from '@agency/contract/form-fields'
import { newInk, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { readFilled, sign } from '../../../test/form-field-fixtures.ts'
import { fileOf, sealedFile } from '../../../test/reviewed-signing.ts'
import { consent, multipart, openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

/** A client that has opened a paper which was uploaded for it. */
async function openPaper(name: string) {
  const seeded = await seedSession(core)
  const body = await multipart({ session_id: seeded.session.id, type: 'PDF' }, readPdf(`papers/${name}`))
  const form = (await core.ask(seeded.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
  const client = await openAsClient(core, seeded.session)
  await step(core, client, form.id, 'open')
  await consent(core, client, seeded.session)
  return { ...seeded, client, form, libraryForm: form }
}

const named = (fields: FilledField[], label: string) => fields.find((field) => field.label === label)?.id ?? ''
/** A date in digits. */
const digits = /\d\d\/\d\d\/\d{4}/g

describe('signing forms as agencies have them', () => {
  it('[PA-01] given a form with six dates of which the client enters one, when signed, then that and the day of signing are sealed', async () => {
    const filling = await openPaper('dates.pdf')
    const accident = named(await readFilled(core, filling), 'Date of Accident')
    expect((await sign(core, filling, { values: { [accident]: '2025-03-09' } })).json().status).toBe('signed')
    const dates = pdfText(await sealedFile(core, filling), 1, 1).match(digits) ?? []
    expect(dates).toHaveLength(2)
    expect(dates).toContain('03/09/2025')
  })

  it('[PA-02] given places for a witness, an agent and a spouse, when the client signs, then its own place alone is signed @full', async () => {
    const filling = await openPaper('signatures.pdf')
    const before = await fileOf(core, filling)
    expect((await readFilled(core, filling)).map(({ label }) => label)).toEqual(['Applicant Signature'])
    await sign(core, filling)
    const ink = newInk(before, await sealedFile(core, filling), 1)
    // The applicant's place ends at 102 points, and the witness's begins at 122.
    expect(ink?.bottom).toBeLessThanOrEqual(103)
  })

  it('[PA-03] given preset values, when the client changes one and signs, then the page has what was left and what was written', async () => {
    const filling = await openPaper('defaults.pdf')
    const fields = await readFilled(core, filling)
    expect(fields.map(({ value }) => value)).toMatchObject(['USA', null, true, null, null, null, 'Inês Gonçalves'])
    const values = { [named(fields, 'Country')]: 'Cuba', [named(fields, 'State')]: 'Texas' }
    await sign(core, filling, { values })
    const text = pdfText(await sealedFile(core, filling), 1, 1)
    for (const part of ['Cuba', 'Texas', 'Inês Gonçalves']) expect(text).toContain(part)
    expect(text.replace('default USA', '')).not.toContain('USA')
  })

  it.each([
    ['hybrid XFA', 'hybrid-xfa.pdf', 1],
    ['an owner password', 'owner-locked.pdf', 1],
    ['a layer that is off and holds nothing', 'empty-off-layer.pdf', 0],
    ['fields that viewers are to draw', 'need-appearances.pdf', 1],
  ])(
    '[PA-05] given a form with %s, when the client signs, then it is sealed, with its fields',
    async (_what, name, fewest) => {
      const filling = await openPaper(name)
      expect((await readFilled(core, filling)).length).toBeGreaterThanOrEqual(fewest)
      expect((await sign(core, filling)).json().status).toBe('signed')
      expect((await sealedFile(core, filling)).subarray(0, 5).toString()).toBe('%PDF-')
    },
  )

  it('[PA-06] given a form with 360 fields, when it is uploaded, then the client has all of them', async () => {
    expect(await readFilled(core, await openPaper('fields-360.pdf'))).toHaveLength(360)
  })
})
