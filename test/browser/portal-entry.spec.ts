import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { enterPortal, logOut } from '@agency/test-kit/browser/portal-pages'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { agency, clientUrl, websiteUrl } from '@agency/test-kit/product/product-address'

test('[PO-01] [PO-02] given nobody, when the portal is opened, then header, title and code entry @full', async ({
  phone,
}) => {
  await phone.goto(clientUrl('/session/'))
  const header = phone.getByRole('banner')
  await expect(header.getByText(agency.name)).toBeVisible()
  await expect(header.getByText('Welcome', { exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: agency.phone })).toHaveAttribute('href', 'tel:3055550100')
  await expect(phone).toHaveTitle(`Access Your Client Portal · ${agency.name}`)

  await expect(phone.getByRole('heading', { name: 'Access Your Client Portal', level: 1 })).toBeVisible()
  const code = phone.getByPlaceholder('Enter session code')
  const submit = phone.getByRole('button', { name: 'Access Portal' })
  await submit.click()
  await expect(phone.getByRole('alert')).toHaveText('Please enter a session code.')
  await code.fill('   ')
  await pressButton(submit)
  await expect(phone.getByRole('alert')).toHaveText('Please enter a session code.')
  await expect(phone).toHaveURL(clientUrl('/session/'))
  await expectAccessible(phone, 'portal-session-code')
  // Entry forgives case, spaces, hyphens and letters that look like digits.
  await code.fill(' o1ab-cdef ghjk ')
  await pressButton(submit)
  await expect(phone).toHaveURL(clientUrl('/session/01ABCDEFGHJK'))
  await expect(phone).toHaveTitle(`Enter Your Passcode · ${agency.name}`)

  await header.getByRole('button', { name: 'Menu' }).click()
  const website = header.getByRole('link', { name: 'View our website' })
  await expect(website).toBeVisible()
  await expect(header.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  await website.click()
  await expect(phone).toHaveURL(websiteUrl())
})

test('[PO-03] [PO-09] given a session, when its passcode is blank, wrong and right, then messages, then in, and out again', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  const { session_code } = await api.startSession(client.id, { passcode: 'Blue Door' })
  await phone.goto(clientUrl(`/session/${session_code}`))
  await expect(phone.getByRole('heading', { name: 'Enter Your Passcode', level: 1 })).toBeVisible()
  const passcode = phone.getByLabel('Passcode', { exact: true })
  const submit = phone.getByRole('button', { name: 'Access My Session' })
  for (const blank of ['', '   ']) {
    await passcode.fill(blank)
    await pressButton(submit)
    await expect(phone.getByRole('alert')).toHaveText('Please enter your passcode.')
  }
  await passcode.fill('Red Door')
  await pressButton(submit)
  await expect(phone.getByRole('alert')).toHaveText('Invalid passcode. Please try again.')
  await expect(passcode).toHaveValue('Red Door')
  await expectAccessible(phone, 'portal-passcode')

  const held = await HeldCalls.of(phone, `**/_api/api/session/${session_code}/auth`, 'POST')
  await passcode.fill('blue door')
  await pressButton(submit)
  await expect(phone.getByRole('button', { name: 'Checking...' })).toBeVisible()
  held.release()
  await expect(phone).toHaveURL(clientUrl(`/session/${session_code}/dashboard`))
  await expect(phone.getByRole('heading', { name: `Welcome, Ida ${family}` })).toBeVisible()
  await expect(phone).toHaveTitle(`Your documents · ${agency.name}`)

  await logOut(phone)
  await expect(phone).toHaveURL(clientUrl(`/session/${session_code}`))
  await expect(phone.getByText('You have logged out.')).toBeVisible()
  await expect.poll(() => phone.evaluate(() => Object.values(sessionStorage).join())).not.toContain(session_code)
  const afterwards = await phone.evaluate(
    async (code) => (await fetch(`/session/_api/session/${code}/details`)).status,
    session_code,
  )
  expect(afterwards).toBe(401)
  await phone.goto(clientUrl(`/session/${session_code}/dashboard`))
  await expect(phone.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
})

test('[PO-10] given no stored session or unreadable data, when the dashboard is opened, then the passcode screen @full', async ({
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  const dashboard = clientUrl(`/session/${session.session_code}/dashboard`)
  const passcodeScreen = async () => {
    await expect(phone.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
    await expect(phone).toHaveURL(clientUrl(`/session/${session.session_code}`))
  }
  await phone.goto(dashboard)
  await passcodeScreen()
  await phone.goto(clientUrl(`/session/${session.session_code}/form/01932b6e-1c00-7000-8000-000000000001`))
  await passcodeScreen()

  await enterPortal(phone, session)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: `Welcome, ${family}` })).toBeVisible()
  const otherShape = { id: 7, client_id: null, session_code: session.session_code }
  for (const broken of [
    '{"state":{"session":',
    JSON.stringify({ state: { session: otherShape }, version: 0 }),
    'null',
  ]) {
    await phone.evaluate((stored) => {
      for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, stored)
    }, broken)
    await phone.goto(dashboard)
    await passcodeScreen()
  }
})

test('given a session in another language than the page of the server, when React takes it over, then nothing differs, and the page is in that language', async ({
  phone,
}) => {
  const faults: string[] = []
  phone.on('pageerror', ({ message }) => faults.push(message))
  await phone.addInitScript(() => {
    const session = { id: 's', session_code: 'ABCDEFGHJKMN', client_id: 'c', language: 'es' }
    sessionStorage.setItem('portalSession', JSON.stringify({ state: { session, ending: null }, version: 0 }))
  })
  await phone.goto(clientUrl('/session/'))
  await expect(phone.getByRole('heading', { name: 'Acceda a su portal de cliente' })).toBeVisible()
  expect(faults).toEqual([])
})
