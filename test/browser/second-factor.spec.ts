import { createHash } from 'node:crypto'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { test as base, enterLogin, expect } from '@agency/test-kit/browser/fixtures'
import { nameProduct } from '@agency/test-kit/product/own-product'
import { firstPassword } from '@agency/test-kit/product/owner-account'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import { startProductOnServer } from '@agency/test-kit/product/started-product'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** A product of this file's own, in which a second factor is required. */
const test = base.extend({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startProductOnServer({
        environment: { ADMIN_PASSWORD: firstPassword, STAFF_MFA: 'required' },
      })
      nameProduct(product)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

/** Chromium's own authenticator, which verifies its person without asking (CDP, domain WebAuthn). */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/**
 * @param steps of 30 seconds from now: a code works once, and one of a step before now could be too old when it arrives
 */
const codeOf = (secret: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** The hash of the device that the token of a page is bound to. */
async function boundDevice(page: Page): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  const claims = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8')
  return JSON.parse(claims).device
}

/** The hash of the device in the cookie, which script cannot read. */
async function deviceOf(page: Page): Promise<string | undefined> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'device')
  expect(cookie?.httpOnly).toBe(true)
  const id = decodeURIComponent(cookie?.value ?? '').split('.')[0] ?? ''
  return createHash('sha256').update(id).digest('base64url')
}

async function confirmWithPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('[AC-01] given a required second factor, when staff log in, then they set one up, and log in with a code, a passkey and a recovery code @full', async ({
  visitor,
}) => {
  const dashboard = visitor.getByRole('heading', { name: 'Admin Dashboard' })
  const logOut = () => visitor.getByRole('button', { name: 'Logout' }).click()
  await addVirtualAuthenticator(visitor)
  await visitor.goto(staffUrl('/admin/login'))
  await enterLogin(visitor, { ...credentials, password: firstPassword })

  const [secret, recoveryCode] = await test.step('The login leads through the set-up of an app', async () => {
    await expect(visitor.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
    await visitor.goto(staffUrl('/admin/clients'))
    await visitor.getByRole('button', { name: 'Use an authenticator app' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Set up an authenticator app' })
    const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await expectAccessible(visitor, 'second-factor-set-up')
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key, 0))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = visitor.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await expectAccessible(visitor, 'recovery-codes')
    const code = await codes.getByRole('listitem').first().innerText()
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    const account = visitor.getByRole('dialog', { name: 'Set up your account' })
    await account.getByLabel('First Name').fill('First')
    await account.getByLabel('Last Name').fill('Admin')
    await account.getByLabel('Email').fill('admin@example.com')
    await account.getByLabel('New password').fill(credentials.password)
    await account.getByRole('button', { name: 'Save' }).click()
    await expect(account).toHaveCount(0)
    await expect(visitor.getByRole('heading', { name: 'Clients' })).toBeVisible()
    return [key, code] as const
  })

  await test.step('A code completes the next login', async () => {
    await logOut()
    await enterLogin(visitor)
    await expect(visitor.getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(visitor, 'login-second-factor')
    await visitor.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await expect(dashboard).toBeVisible()
  })

  await test.step('A passkey is added, and is the whole login', async () => {
    await visitor.goto(staffUrl('/admin/security'))
    await visitor.getByRole('button', { name: 'Add a passkey' }).click()
    await visitor.getByRole('textbox', { name: 'Name' }).fill('Office laptop')
    await visitor.getByRole('button', { name: 'OK' }).click()
    await confirmWithPassword(visitor, credentials.password)
    await expect(visitor.getByText('Office laptop')).toBeVisible()
    await expectAccessible(visitor, 'security')
    await logOut()
    await visitor.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(dashboard).toBeVisible()
    expect(await boundDevice(visitor)).toBe(await deviceOf(visitor))
  })

  await test.step('A recovery code is a way in as well', async () => {
    await logOut()
    await enterLogin(visitor)
    await visitor.getByRole('button', { name: 'Use a recovery code' }).click()
    await visitor.getByLabel('Recovery code').fill(recoveryCode)
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await expect(dashboard).toBeVisible()
  })
})
