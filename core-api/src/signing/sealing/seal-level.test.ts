import { createSealKey } from '@agency/pdf-signing/seal-key'
import { startFakeAuthorities } from '@agency/pdf-signing/test/fake-authorities'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCore } from '../../../test/core.ts'
import { seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { signAsClient, whenSealed } from '../../../test/signing-steps.ts'
import { checkSealKey } from './seal-key-dates.ts'

const now = new Date()

describe('the level of seals', () => {
  it('given B-LT, when a certificate that nobody issued is checked, then Health warns; an issued one is fine', async () => {
    const authorities = await startFakeAuthorities('crl')
    onTestFinished(authorities.close)
    const own = await createSealKey({ organisation: 'Agency' })
    expect(checkSealKey(own, { now, isLongTerm: true })).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('SEAL_LEVEL is B-LT'),
    })
    expect(checkSealKey(own, { now, isLongTerm: false })).toMatchObject({ state: 'ok' })
    expect(checkSealKey(authorities.sealKey, { now, isLongTerm: true }).message).not.toContain('SEAL_LEVEL')
  })

  it('given B-LT, when a client signs, then the sealed file holds chain and answers @full', async () => {
    const authorities = await startFakeAuthorities('ocsp')
    const { sealKey, tsaUrl, requests } = authorities
    const SEAL_KEY = sealKey.secret.kind === 'pem' ? sealKey.secret.pem : ''
    const core = await startCore({ SEAL_KEY, TSA_URL: tsaUrl, SEAL_LEVEL: 'B-LT' })
    onTestFinished(async () => {
      await core.close()
      authorities.close()
    })
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    await signAsClient(core, journey, id)
    await whenSealed(core, journey, id)
    const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
    expect(file.rawPayload.toString('latin1')).toMatch(/\/Type \/DSS/)
    expect(new Set(requests)).toEqual(new Set(['POST /tsa', 'GET /root', 'POST /ocsp']))
  })
})
