import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl, websiteUrl } from '@agency/test-kit/product/product-address'

test('[HO-01] [HO-02] given the client-facing host, when paths are opened, then the portal alone is served', async ({
  visitor,
}) => {
  await visitor.goto(clientUrl('/session/'))
  await expect(visitor.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  await expect(visitor).toHaveURL(clientUrl('/session/'))

  for (const path of ['/', '/admin', '/admin/login', '/admin/_api/clients', '/sessions', '/healthz']) {
    await visitor.goto(clientUrl(path))
    await expect(visitor).toHaveURL(websiteUrl())
    await expect(visitor.getByRole('heading', { name: 'Our website' })).toBeVisible()
  }
})

test('[HO-03] [HO-04] given another host, when paths are opened, then both apps, and else the login screen', async ({
  visitor,
}) => {
  await visitor.goto(staffUrl('/session/'))
  await expect(visitor.getByRole('heading', { name: 'Access Your Client Portal' })).toBeVisible()
  await visitor.goto(staffUrl('/admin/login'))
  await expect(visitor.getByRole('heading', { name: 'Staff login' })).toBeVisible()

  for (const path of ['/', '/anything/else?x=1', '/administrator', '/sessions']) {
    await visitor.goto(staffUrl(path))
    await expect(visitor).toHaveURL(staffUrl('/admin/login'))
    await expect(visitor.getByRole('button', { name: 'Login' })).toBeVisible()
  }
})

test('[HO-08] [HO-09] given a login, when /admin, the dashboard or an unknown path is opened, then the dashboard @full', async ({
  staff,
}) => {
  for (const path of ['/admin', '/admin/', '/admin/dashboard', '/admin/no/such/screen']) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible()
    await expect(
      staff.getByText('Welcome. Use the top navigation to manage clients, forms and logic modules.'),
    ).toBeVisible()
  }
})

test('[HO-10] given a login, when a screen is opened by its address and reloaded, then it shows both times @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  const screens = [
    { path: `/admin/clients?q=${family}`, heading: 'Clients', audit: 'clients' },
    { path: `/admin/clients/${client.id}`, heading: `Ida ${family}`, audit: 'client-record' },
    { path: sessionPath(session), heading: `onboarding Session for Ida ${family}`, audit: 'session' },
    { path: '/admin/forms', heading: 'Forms', audit: 'forms' },
    { path: '/admin/manage', heading: 'Manage Admins', audit: 'admins' },
  ]
  for (const { path, heading, audit } of screens) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await staff.reload()
    await expect(staff.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(staff).toHaveURL(staffUrl(path))
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(staff, audit)
  }
})
