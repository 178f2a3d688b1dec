import { openStaffApi, staffApiOf } from '@agency/test-kit/api/staff-api'
import { enterLogin, expect, logIn, storeToken, test } from '@agency/test-kit/browser/fixtures'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'

test('[LO-02] [HO-11] [SH-01] [SH-02] [SH-03] [SH-04] given good credentials, when logging in and out, then the session is stored, sent with each call, and forgotten', async ({
  visitor,
}) => {
  await logIn(visitor)
  await expect(visitor).toHaveURL(staffUrl('/admin'))
  const readStored = async () => {
    // Kept in an office that has no clients yet, also after a logout.
    const { adminFirstSteps: _progress, ...stored } = await visitor.evaluate(() => ({ ...localStorage }))
    return stored
  }
  const stored = await readStored()
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
    'Policies',
    'Sessions',
    'Forms',
  ])

  await test.step('Every call carries the token', async () => {
    const calls: (string | undefined)[] = []
    visitor.on('request', (request) => {
      if (request.url().includes('/_api/')) calls.push(request.headers().authorization)
    })
    for (const [link, heading] of [
      ['Clients', 'Clients'],
      ['Forms', 'Global Forms'],
      ['Admins', 'Manage Admins'],
    ] as const) {
      const answered = visitor.waitForResponse((response) => response.url().includes('/_api/') && response.ok())
      await header.getByRole('link', { name: link }).click()
      await expect(visitor.getByRole('heading', { name: heading })).toBeVisible()
      await answered
    }
    await expect(visitor.getByRole('table').getByText(credentials.username, { exact: true })).toBeVisible()
    expect(calls.length).toBeGreaterThanOrEqual(3)
    expect(new Set(calls)).toEqual(new Set([`Bearer ${stored.adminToken}`]))
  })

  await test.step("Without a stored name, the header says 'Admin'", async () => {
    await visitor.evaluate(() => {
      localStorage.removeItem('adminFirstName')
      localStorage.removeItem('adminLastName')
    })
    await visitor.reload()
    await expect(header.getByText('Admin', { exact: true })).toBeVisible()
  })

  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(visitor).toHaveURL(staffUrl('/admin/login'))
  await expect.poll(readStored).toEqual({})
  const admin = { first_name: '', last_name: '', username: '', role: 'power' } as const
  const before = staffApiOf({ token: `${stored.adminToken}`, admin })
  await expect.poll(() => before.isKnown()).toBe(false)
})

test('[SH-05] [HO-07] given a login that the server has ended, when a call is made, then the login screen says so and leads back @full', async ({
  visitor,
}) => {
  const own = await openStaffApi()
  await storeToken(visitor, own.login.token)
  // A call that is still on its way would be the first to be refused, and lead to the login screen before the click.
  await visitor.goto(staffUrl('/admin'), { waitUntil: 'networkidle' })
  await expect(visitor.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await own.logOut()
  await visitor.getByRole('link', { name: 'Forms' }).click()

  await expect(visitor.getByRole('alert')).toHaveText('Your login has expired. Please log in again.')
  await expect(visitor).toHaveURL(staffUrl('/admin/login'))
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()

  await enterLogin(visitor)
  await expect(visitor.getByRole('heading', { name: 'Global Forms' })).toBeVisible()
  await expect(visitor).toHaveURL(staffUrl('/admin/forms'))
})
