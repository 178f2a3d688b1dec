import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { enterLogin, expect } from '@agency/test-kit/browser/fixtures'
import { linkSentTo, test } from '@agency/test-kit/browser/staff-access-fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[AC-03] given somebody invited, when they open the link of the e-mail and choose a password, then they log in; forgotten, they choose another @full', async ({
  staff,
  visitor,
  mails,
}) => {
  await staff.goto(staffUrl('/admin/manage'))
  await staff.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Invite' })
  await dialog.getByLabel('First Name').fill('Ana')
  await dialog.getByLabel('Last Name').fill('Lima')
  await dialog.getByLabel('Email').fill('ana@example.com')
  await dialog.getByLabel('Username').fill('ana')
  await dialog.getByLabel('Access Level').selectOption('Assistant')
  await expectAccessible(staff, 'invite-admin', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(staff.getByRole('table', { name: 'Invitations' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(staff, 'invitations')

  await visitor.goto(await linkSentTo(mails, 'ana@example.com', 'accept-invitation'))
  await expect(visitor.getByLabel('Username')).toHaveValue('ana')
  await expectAccessible(visitor, 'accept-invitation')
  await visitor.getByLabel('New password').fill('a quiet lamp of hers')
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor.getByText('Your password is saved. Log in with it now.')).toBeVisible()
  await enterLogin(visitor, { username: 'ana', password: 'a quiet lamp of hers' })
  await expect(visitor.getByRole('banner').getByText('Ana Lima')).toBeVisible()
  await staff.reload()
  await expect(staff.getByRole('link', { name: 'ana@example.com' })).toBeVisible()
  await expect(staff.getByRole('table', { name: 'Invitations' })).toHaveCount(0)

  await visitor.evaluate(() => localStorage.clear())
  await visitor.goto(staffUrl('/admin/login'))
  await visitor.getByRole('link', { name: 'Forgot password?' }).click()
  await visitor.getByLabel('Username or email').fill('Ana@example.com')
  await expectAccessible(visitor, 'forgot-password')
  await visitor.getByRole('button', { name: 'Send link' }).click()
  await expect(visitor.getByText(/^If an account matches/)).toBeVisible()
  await visitor.goto(await linkSentTo(mails, 'ana@example.com', 'reset-password'))
  await visitor.getByLabel('New password').fill('another lamp of hers')
  await visitor.getByRole('button', { name: 'Save password' }).click()
  await enterLogin(visitor, { username: 'ana', password: 'another lamp of hers' })
  await expect(visitor.getByRole('banner').getByText('Ana Lima')).toBeVisible()
})

test('[AC-02] given a provider, when its person logs in, then they are where they were going; of another domain, the login screen says why @full', async ({
  visitor,
  provider,
}) => {
  await visitor.goto(staffUrl('/admin/forms'))
  await visitor.getByRole('button', { name: 'Continue with Acme SSO' }).click()
  await expect(visitor).toHaveTitle('Provider')
  await visitor.getByRole('link', { name: 'Log in as Ida' }).click()
  await expect(visitor).toHaveURL(staffUrl('/admin/forms'))
  await expect(visitor.getByRole('banner').getByText('Ida Berg')).toBeVisible()
  expect(await visitor.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({
    adminToken: expect.stringMatching(/^ey/),
    adminFirstName: 'Ida',
    adminLastName: 'Berg',
    adminUsername: 'ida@agency.example',
    adminRole: 'standard',
  })

  await visitor.evaluate(() => localStorage.clear())
  await visitor.context().clearCookies({ domain: '127.0.0.1' })
  await visitor.goto(staffUrl('/admin/login'))
  await expect(visitor.getByRole('button', { name: 'Continue with Acme SSO' })).toBeVisible()
  await expectAccessible(visitor, 'login-with-providers')
  await visitor.getByRole('button', { name: 'Continue with Acme SSO' }).click()
  await visitor.getByRole('link', { name: 'Log in as Eva' }).click()
  await expect(visitor.getByRole('alert')).toContainText('no verified email address of this agency')
  await expect(visitor).toHaveURL(staffUrl('/admin/login'))
  expect(await visitor.evaluate(() => localStorage.length)).toBe(0)
  expect(provider.next).toBeNull()
})

test('[AC-07] given a standard admin with the scope team, when a power admin makes the team and hands over a selected client, then they see it and no other @full', async ({
  staff,
  visitor,
  api,
  family,
}) => {
  const password = 'a quiet lamp of theirs'
  await api.addAdmin(family, { password, first_name: 'Ben', last_name: family })
  await api.addClient({ client_first_name: 'Eva', client_last_name: family })
  await api.addClient({ client_first_name: 'Rui', client_last_name: family })

  await staff.goto(staffUrl('/admin/manage'))
  await staff.getByRole('link', { name: 'Teams' }).click()
  await staff.getByRole('button', { name: 'Add Team' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add team' })
  await dialog.getByLabel('Name').fill(`Team ${family}`)
  await dialog.getByRole('checkbox', { name: `Ben ${family}` }).check()
  await expectAccessible(staff, 'team', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByRole('table', { name: 'Teams' }).getByText(`Ben ${family}`)).toBeVisible()

  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('button', { name: 'Select', exact: true }).click()
  await staff.getByRole('checkbox', { name: `Select Eva ${family}` }).check()
  await staff.getByRole('button', { name: 'Hand over' }).click()
  const handOver = staff.getByRole('dialog', { name: 'Hand over 1 client' })
  await handOver.getByLabel('Team').selectOption(`Team ${family}`)
  await expectAccessible(staff, 'hand-over', '[role=dialog]')
  await handOver.getByRole('button', { name: 'Hand over' }).click()
  await expect(staff.getByText('1 client handed over.')).toBeVisible()

  await visitor.goto(staffUrl(`/admin/clients?q=${family}`))
  await enterLogin(visitor, { username: family, password })
  await expect(visitor.getByRole('link', { name: `Eva ${family}` })).toBeVisible()
  await expect(visitor.getByRole('link', { name: `Rui ${family}` })).toHaveCount(0)
})
