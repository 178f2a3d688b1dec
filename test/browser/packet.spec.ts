import { readFileSync } from 'node:fs'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, sign } from '@agency/test-kit/browser/portal-pages'
import { addOffer, formsCard, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { cmsFits, unzip } from '@agency/test-kit/packets/packet-archive'
import type { Page } from '@playwright/test'

/** Presses a button that downloads. @returns the download's name, and what is in the archive */
async function packetOf(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), files: unzip(readFileSync(await download.path())) }
}

test('given a signed document, when the client and then staff download everything, then each has the sealed PDF and a manifest that openssl calls good @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const { session } = await addOffer(api, family)
  await openSession(staff, session)
  await expect(rowOf(staff, 'Offer')).toContainText('pending')
  await expect(formsCard(staff).getByRole('button', { name: 'Download Packet' })).toHaveCount(0)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Offer/ }).click()
  await consent(phone)
  await sign(phone)
  await phone.getByRole('link', { name: 'Back to the list' }).click()

  const file = `Documents ${session.session_code.replace(/(.{4})(?=.)/g, '$1-')}.zip`
  const own = await packetOf(phone, 'Download all documents')
  const office = await packetOf(staff, 'Download Packet')
  for (const { name, files } of [own, office]) {
    expect(name).toBe(file)
    expect([...files.keys()]).toEqual(['01 Offer.pdf', 'manifest.json', 'manifest.json.p7s'])
    const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
    expect(cmsFits(manifest, files.get('manifest.json.p7s') ?? Buffer.alloc(0))).toBe(true)
    const [form] = await api.sessionForms(session.id)
    expect(JSON.parse(manifest.toString()).documents).toMatchObject([{ title: 'Offer', sha256: form?.sealed_sha256 }])
  }
  const downloads = (await api.activity(session.client_id)).filter(({ action }) => action.endsWith('packet-downloaded'))
  expect(downloads.map(({ actor_kind }) => actor_kind)).toEqual(['admin', 'session'])
})
