import { readFileSync } from 'node:fs'
import type { UploadAnswer } from '@agency/contract/documents'
import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { documents, pdf, picture, pixel, rowOf } from '@agency/test-kit/browser/client-documents'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { shortDate } from '@agency/test-kit/browser/local-dates'
import { openClient } from '@agency/test-kit/browser/record-cards'
import type { Locator, Page } from '@playwright/test'

async function openDocument(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  return dialog
}

test('[DO-01] given documents, when the client shows, then by folder, counted, with what is known of each @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  const first = await api.upload(id, picture, { folder: 'Identity', status: 'checked', signed: 'true' })
  const second = await api.upload(id, pdf)
  await api.upload(id, { ...pdf, name: 'Bill.pdf', buffer: readFileSync(foreignPdf) }, { folder: '' })
  await openClient(staff, id)

  const folder = (name: string) => documents(staff).getByRole('button', { name, exact: true })
  await expect(folder('Identity 1')).toHaveAttribute('aria-expanded', 'true')
  await expect(folder('uncategorized 2')).toHaveAttribute('aria-expanded', 'true')
  const dayOf = ({ files: [file] }: UploadAnswer) => shortDate(file?.uploaded_at ?? null)
  const size = `${Math.round(pdf.buffer.length / 1024)} KB`
  await expect(rowOf(staff, 'Passport.png').getByRole('cell')).toHaveText([
    'Passport.png',
    dayOf(first),
    '0 KB',
    'checked',
    'Yes',
  ])
  await expect(rowOf(staff, 'Plan.pdf').getByRole('cell')).toHaveText(['Plan.pdf', dayOf(second), size, '-', 'No'])

  await folder('uncategorized 2').click()
  await expect(rowOf(staff, 'Plan.pdf')).toBeHidden()
  await expect(rowOf(staff, 'Passport.png')).toBeVisible()
})

test('[DO-04] [DO-05] given a picture and a PDF, when they are opened, then they show, are downloaded as they came, and deleted after a question', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await api.upload(id, picture)
  await api.upload(id, pdf)
  await openClient(staff, id)
  const image = await openDocument(staff, 'Passport.png')
  const shownImage = image.getByRole('img', { name: 'Preview of Passport.png' })
  await expect(shownImage).toHaveJSProperty('naturalWidth', 1)
  const download = staff.waitForEvent('download')
  await image.getByRole('button', { name: 'Download file' }).click()
  expect((await download).suggestedFilename()).toBe('Passport.png')
  expect(readFileSync(await (await download).path())).toEqual(pixel)
  const question = staff.getByRole('alertdialog', { name: /"Passport\.png"/ })
  await image.getByRole('button', { name: 'Delete' }).click()
  await expectAccessible(staff, 'delete-question', '[role=alertdialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await api.documents(id)).toHaveLength(2)
  await image.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(image).toBeHidden()
  await expect(rowOf(staff, 'Passport.png')).toHaveCount(0)
  expect((await api.documents(id)).map(({ file_name }) => file_name)).toEqual(['Plan.pdf'])

  const paper = await openDocument(staff, 'Plan.pdf')
  const page = paper.getByRole('img', { name: 'Page 1 of 1' })
  await expect(page).toBeVisible()
  // Something dark is drawn on the white page.
  await expect(async () => expect(await darkest(page)).toBeLessThan(100)).toPass()
  await expectAccessible(staff, 'document-dialog', '[role=dialog]')
  await paper.getByRole('button', { name: 'Delete' }).click()
  await staff
    .getByRole('alertdialog', { name: /"Plan\.pdf"/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(documents(staff).getByText('No documents uploaded yet.')).toBeVisible()
})

test('[DO-04] given files of other kinds, when they are opened, then pictures show, and the rest says how to see it @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  for (const kind of ['jpeg', 'webp']) {
    const address = await staff.evaluate((type) => document.createElement('canvas').toDataURL(type), `image/${kind}`)
    const buffer = Buffer.from(address.slice(address.indexOf(',')), 'base64')
    await api.upload(id, { name: `Photo.${kind}`, mimeType: `image/${kind}`, buffer })
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>throw new Error("ran")</script></svg>'
  const text = (name: string, mimeType: string, words: string) =>
    api.upload(id, { name, mimeType, buffer: Buffer.from(words) })
  await text('Notes.txt', 'text/plain', 'Call back')
  await text('Drawing.svg', 'image/svg+xml', svg)
  await staff.reload()
  for (const name of ['Photo.jpeg', 'Photo.webp']) {
    const dialog = await openDocument(staff, name)
    // A canvas is that wide when nothing is said.
    await expect(dialog.getByRole('img', { name: `Preview of ${name}` })).toHaveJSProperty('naturalWidth', 300)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  for (const name of ['Notes.txt', 'Drawing.svg']) {
    const dialog = await openDocument(staff, name)
    await expect(dialog.getByText('There is no preview of this kind of file. Download it to see it.')).toBeVisible()
    const download = staff.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download file' }).click()
    expect((await download).suggestedFilename()).toBe(name)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

const darkest = (canvas: Locator) =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 255
    const pixels =
      element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? new Uint8ClampedArray()
    return pixels.filter((_, index) => index % 4 === 0).reduce((least, red) => Math.min(least, red), 255)
  })

test('[DO-04] given a document, when it is changed while a colleague does too, then both edits are kept @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  const { files } = await api.upload(id, picture, { status: 'new' })
  await openClient(staff, id)
  const dialog = await openDocument(staff, 'Passport.png')
  await api.changeDocument(files[0]?.id ?? '', { status: 'checked' })
  await dialog.getByLabel('Folder').fill('Identity')
  await dialog.getByLabel('Signed').check()
  const sent = staff.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await sent).headers()['if-match']).toBe('"1"')
  await expect(dialog).toBeHidden()
  expect(await api.documents(id)).toMatchObject([{ status: 'checked', folder: 'Identity', signed: true }])

  const again = await openDocument(staff, 'Passport.png')
  await api.changeDocument(files[0]?.id ?? '', { status: 'theirs' })
  await again.getByLabel('Status').fill('mine')
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  const question = staff.getByRole('dialog', { name: 'Someone else changed this document' })
  await expect(question.getByRole('radio', { name: /^Saved by First Admin, .+ theirs$/ })).not.toBeChecked()
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(rowOf(staff, 'Passport.png')).toContainText('mine')
})
