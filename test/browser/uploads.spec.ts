import { basename } from 'node:path'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { documents, pdf, picture, pixel } from '@agency/test-kit/browser/client-documents'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient } from '@agency/test-kit/browser/record-cards'
import type { Locator, Page } from '@playwright/test'

async function openUpload(page: Page): Promise<Locator> {
  await documents(page).getByRole('button', { name: 'Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' })
  await expect(dialog.getByLabel('Files', { exact: true })).toBeVisible()
  return dialog
}

/** Drops a file of this machine where a person would let go of it. */
async function drop(target: Locator, path: string) {
  const box = await target.boundingBox()
  const session = await target.page().context().newCDPSession(target.page())
  const place = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
}

test('[DO-02] given several files, when they are chosen and dropped, then all are uploaded with what was typed @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const dialog = await openUpload(staff)
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  await expect(upload).toBeDisabled()
  await dialog.getByLabel('Files', { exact: true }).setInputFiles([picture, pdf])
  await expect(upload).toBeEnabled()
  await drop(dialog.getByLabel('Files', { exact: true }), onePagePdf)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Remove Plan.pdf' }).click()
  await dialog.getByLabel('Status').fill('received')
  await dialog.getByLabel('Folder').fill('Identity')
  await dialog.getByLabel('Signed').check()
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Both sides')
  await expectAccessible(staff, 'upload-documents', '[role=dialog]')
  await upload.click()

  await expect(dialog).toBeHidden()
  await expect(documents(staff).getByRole('button', { name: 'Identity 2' })).toBeVisible()
  const kept = await api.documents(id)
  const common = { status: 'received', folder: 'Identity', signed: true }
  expect(new Set(kept.map(({ file_name }) => file_name))).toEqual(new Set(['Passport.png', basename(onePagePdf)]))
  for (const document of kept) expect(document).toMatchObject(common)
  for (const { notes } of kept) expect(notes).toContain('Both sides')
})

test('[DO-02] given a slow upload, when it is cancelled, then its progress was shown and nothing is kept of it @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const session = await staff.context().newCDPSession(staff)
  await session.send('Network.enable')
  const dialog = await openUpload(staff)
  await dialog
    .getByLabel('Files', { exact: true })
    .setInputFiles({ ...picture, name: 'Scan.png', buffer: Buffer.concat([pixel, Buffer.alloc(8_000_000)]) })
  // 200 KB a second: the eight megabytes would take forty.
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await session.send('Network.emulateNetworkConditions', conditions)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const progress = dialog.getByRole('progressbar', { name: 'Uploading Scan.png' })
  await expect(async () => expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0)).toPass()
  expect(Number(await progress.getAttribute('value'))).toBeLessThan(1)
  await dialog.getByRole('button', { name: 'Cancel Scan.png' }).click()

  await expect(dialog.getByRole('status')).toHaveText('Cancelled')
  await expect(staff.getByRole('alertdialog')).toBeHidden()
  expect(await api.documents(id)).toEqual([])
})
