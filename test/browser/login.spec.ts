import { openStaffApi, staffApiOf } from '@agency/test-kit/api/staff-api'
import { enterLogin, expect, logIn, storeToken, test } from '@agency/test-kit/browser/fixtures'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'

const loginCall = '**/admin/_api/admin/login'

test('[LO-01] [LO-04] given empty fields, when Login is pressed, then they are sent and refused', async ({
  visitor,
}) => {
  await visitor.goto(staffUrl('/admin/login'))
  await expect(visitor.getByLabel('Username')).toHaveValue('')
  await expect(visitor.getByLabel('Password', { exact: true })).toHaveValue('')
  const sent = visitor.waitForRequest(loginCall)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()

  expect((await sent).postDataJSON()).toEqual({ username: '', password: '' })
  await expect(visitor.getByRole('alert')).toHaveText('Invalid username or password.')
})

test('[LO-04] given no connection, when Login is pressed, then the message, and what was typed stays', async ({
  visitor,
}) => {
  await visitor.route(loginCall, (route) => route.abort())
  await visitor.goto(staffUrl('/admin/login'))
  await visitor.getByLabel('Username').fill(credentials.username)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(visitor.getByRole('alert')).toHaveText('Invalid username or password.')
  await expect(visitor.getByLabel('Username')).toHaveValue(credentials.username)
})

test('[LO-03] given an answer without success, when it comes, then its message, or else the default one', async ({
  visitor,
}) => {
  const answers = [{ success: false, message: 'This account is closed.' }, { success: false }]
  await visitor.route(loginCall, (route) => route.fulfill({ json: answers.shift() }))
  await visitor.goto(staffUrl('/admin/login'))
  const submit = visitor.getByRole('button', { name: 'Login', exact: true })

  await submit.click()
  await expect(visitor.getByRole('alert')).toHaveText('This account is closed.')
  await submit.click()
  await expect(visitor.getByRole('alert')).toHaveText('Login failed.')
})

test('[LO-02] [HO-11] [SH-01] [SH-02] [SH-03] given good credentials, when logging in and out, then the session is stored and forgotten', async ({
  visitor,
}) => {
  await logIn(visitor)
  await expect(visitor).toHaveURL(staffUrl('/admin'))
  const stored = await visitor.evaluate(() => ({ ...localStorage }))
  expect(stored).toEqual({
    adminToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    adminFirstName: 'First',
    adminLastName: 'Admin',
    adminUsername: credentials.username,
    adminRole: 'power',
  })

  const header = visitor.getByRole('banner')
  await expect(header.getByText('First Admin')).toBeVisible()
  await expect(header.locator('img')).toHaveJSProperty('complete', true)
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Clients',
    'Forms',
  ])
  await header.getByRole('link', { name: 'Admins' }).click()
  await expect(visitor.getByRole('heading', { name: 'Manage Admins' })).toBeVisible()

  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(visitor).toHaveURL(staffUrl('/admin/login'))
  expect(await visitor.evaluate(() => ({ ...localStorage }))).toEqual({})
  const admin = { first_name: '', last_name: '', username: '', role: 'power' } as const
  const before = staffApiOf({ token: `${stored.adminToken}`, admin })
  await expect.poll(() => before.isKnown()).toBe(false)
})

test("[SH-02] given no stored name, when the shell shows, then it says 'Admin'", async ({ visitor, api }) => {
  await storeToken(visitor, api.login.token)
  await visitor.goto(staffUrl('/admin'))

  await expect(visitor.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
})

test('[SH-04] given a login, when screens are opened, then every call carries its token', async ({ staff, api }) => {
  const calls: Array<Promise<string | null>> = []
  staff.on('request', (request) => {
    if (request.url().includes('/_api/')) calls.push(request.headerValue('authorization'))
  })
  await staff.goto(staffUrl('/admin'))
  for (const [link, heading] of [
    ['Clients', 'Clients'],
    ['Forms', 'Global Forms'],
    ['Admins', 'Manage Admins'],
  ] as const) {
    await staff.getByRole('banner').getByRole('link', { name: link }).click()
    await expect(staff.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(staff.getByRole('table').getByText(credentials.username, { exact: true })).toBeVisible()

  expect(calls.length).toBeGreaterThanOrEqual(4)
  expect(new Set(await Promise.all(calls))).toEqual(new Set([`Bearer ${api.login.token}`]))
})

test('[SH-05] [HO-07] given a login that the server has ended, when a call is made, then the login screen says so and leads back', async ({
  visitor,
}) => {
  const own = await openStaffApi()
  await storeToken(visitor, own.login.token)
  // A call that is still on its way would be the first to be refused, and lead to the login screen before the click.
  await visitor.goto(staffUrl('/admin'), { waitUntil: 'networkidle' })
  await expect(visitor.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await own.logOut()
  await visitor.getByRole('link', { name: 'Forms' }).click()

  await expect(visitor.getByRole('alert')).toHaveText('Your session has expired. Please log in again.')
  await expect(visitor).toHaveURL(staffUrl('/admin/login'))
  expect(await visitor.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()

  await enterLogin(visitor)
  await expect(visitor.getByRole('heading', { name: 'Global Forms' })).toBeVisible()
  await expect(visitor).toHaveURL(staffUrl('/admin/forms'))
})
