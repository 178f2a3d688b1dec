import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { addFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal } from '@agency/test-kit/browser/portal-pages'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** Holds back the modules, as a slow network does; the page waits for the script of its head. @returns lets them come */
async function holdModules(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/session\/assets\/(?!retry-lost-files).*\.js$/, async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

test('[PH-09] given a browser without script, when the passcode is sent, then it logs in, in the language of the browser', async ({
  browser,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id, { passcode: 'puerta azul' })
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-MX' })
  const page = await context.newPage()
  await page.goto(clientUrl(`/session/${session.session_code}`))
  await expect(page).toHaveTitle(/^Ingrese su contraseña · /)
  await expect(page.getByRole('heading', { name: 'Ingrese su contraseña' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Acceder a mi sesión' })
  await expect(submit).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  await page.getByLabel('Contraseña', { exact: true }).fill('puerta roja')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Contraseña incorrecta. Inténtelo de nuevo.')
  await expect(page).toHaveURL(clientUrl(`/session/${session.session_code}`))

  await page.getByLabel('Contraseña', { exact: true }).fill('Puerta Azul')
  await submit.click()
  await expect(page).toHaveURL(clientUrl(`/session/${session.session_code}/dashboard`))
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  const notice = await page.locator('noscript').evaluate(({ textContent }) => textContent)
  expect(notice).toContain('active JavaScript en su navegador')
  await context.close()
})

test('[PH-09] given a browser without script, when a session code is entered, then its passcode is asked for @full', async ({
  browser,
  // Starts the product.
  api: _api,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(clientUrl('/session/'))
  await page.getByRole('button', { name: 'Access Portal' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a session code.')
  await page.getByLabel('Session code').fill('abcd-efgh-jkmn')
  await page.getByRole('button', { name: 'Access Portal' }).click()
  await expect(page).toHaveURL(clientUrl('/session/ABCDEFGHJKMN'))
  await expect(page.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
  await context.close()
})

test('[PH-09] given scripts that are slow to come, when the passcode is typed, then the text survives them', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id, { passcode: 'blue door' })
  const letScriptsCome = await holdModules(phone)
  await phone.goto(clientUrl(`/session/${session.session_code}`), { waitUntil: 'commit' })
  const field = phone.getByRole('textbox', { name: 'Passcode' })
  await field.fill('blue door')
  letScriptsCome()

  // The code is shown by the script.
  await expect(phone.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  await expect(field).toHaveValue('blue door')
  await phone.getByRole('button', { name: 'Access My Session' }).click()
  await expect(phone.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
})

test('[PH-09] given a passcode that is sent before the scripts come, when they come, then the documents are there @full', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id, { passcode: 'blue door' })
  const form = await api.addPdf(onePagePdf, { title: `${family} offer`, requires_signature: 'false' })
  await api.attach(session.id, { form_id: form.id })
  const letScriptsCome = await holdModules(phone)
  await phone.goto(clientUrl(`/session/${session.session_code}`), { waitUntil: 'commit' })
  await phone.getByRole('textbox', { name: 'Passcode' }).fill('blue door')
  await phone.getByRole('textbox', { name: 'Passcode' }).press('Enter')
  await phone.waitForURL(/\/dashboard$/, { waitUntil: 'commit' })
  letScriptsCome()

  await expect(phone.getByRole('link', { name: `${family} offer` })).toBeVisible()
})

test('[FE-03] given the first screen, when nothing has been touched, then neither shared-ui nor a client of the API has come', async ({
  phone,
}) => {
  const scripts: string[] = []
  phone.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await phone.goto(clientUrl('/session/ABCDEFGHJKMN'), { waitUntil: 'networkidle' })
  await expect(phone.getByText('ABCD-EFGH-JKMN')).toBeVisible()
  expect(scripts.filter((url) => /federation|_ui\/|entry-api|session-data|document/.test(url))).toEqual([])
  expect(scripts.length).toBeLessThanOrEqual(5)
})

test('[FE-03] given the login screen of the office, when nothing has been touched, then neither shared-ui nor a later screen has come', async ({
  visitor,
}) => {
  const scripts: string[] = []
  visitor.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await visitor.goto(staffUrl('/admin/login'), { waitUntil: 'networkidle' })
  await expect(visitor.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  expect(scripts.filter((url) => /federation|_ui\/|login-api|shell|dashboard/.test(url))).toEqual([])
  expect(scripts.length).toBeLessThanOrEqual(5)
  // They come while the person types.
  const next = visitor.waitForRequest(/\/admin\/assets\/dashboard-route-/)
  await visitor.getByLabel('Username').focus()
  await next
})

test('given a list of documents that is read, when a document is opened, then no script is requested any more @full', async ({
  page,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, [placedField('Signature', 700, { kind: 'signature' })])
  const worker = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/pdf.worker.js'))
  const reader = page.waitForEvent('requestfinished', (request) => /\/form-page-[^/]*\.js$/.test(request.url()))
  const viewer = page.waitForEvent('requestfinished', (request) => /\/pdf-document-[^/]*\.js$/.test(request.url()))
  await enterPortal(page, session)
  await Promise.all([worker, reader, viewer])
  const late: string[] = []
  page.on('request', (request) => /\/session\/assets\/.*\.js$/.test(request.url()) && late.push(request.url()))

  await page.getByRole('link', { name: `${family} application` }).click()
  await consent(page)

  await expect(page.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
  expect(late).toEqual([])
})
