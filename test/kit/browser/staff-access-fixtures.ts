import { openStaffApi, type StaffApi } from '../api/staff-api.ts'
import { type MailServer, startMailServer } from '../product/mail-server.ts'
import { ida, type OidcServer, providerSetting, startOidcServer } from '../product/oidc-server.ts'
import { startOwnProduct } from '../product/own-product.ts'
import { agency } from '../product/product-address.ts'
import { test as base, expect } from './fixtures.ts'

interface Access {
  /** Receives the e-mails of the product. */
  mails: MailServer
  /** The provider that staff can log in with. */
  provider: OidcServer
  api: StaffApi
}

const people = [ida, { ...ida, sub: 'eva', email: 'eva@elsewhere.example', given_name: 'Eva' }]

/** Tests against a product of their own, with a mail server and an OpenID provider that the test can look into. */
export const test = base.extend<object, Access & { product: Pick<Access, 'mails' | 'provider'> }>({
  product: [
    async ({ browserName: _browser }, use) => {
      const mails = await startMailServer()
      const redirectUri = () => `${process.env.STAFF_URL}/admin/login/provider`
      const provider = await startOidcServer(redirectUri, new Map(people.map((person) => [person.sub, person])))
      const product = await startOwnProduct({
        OIDC_PROVIDERS: JSON.stringify([providerSetting(provider)]),
        SMTP_URL: mails.url,
        MAIL_FROM: `${agency.name} <office@example.com>`,
        ADMIN_MANAGEMENT: 'power',
        STANDARD_SCOPE: 'team',
      })
      await use({ mails, provider })
      await product.stop()
      await provider.close()
      await mails.close()
    },
    { scope: 'worker' },
  ],
  mails: [({ product }, use) => use(product.mails), { scope: 'worker' }],
  provider: [({ product }, use) => use(product.provider), { scope: 'worker' }],
  api: [async ({ product: _product }, use) => use(await openStaffApi()), { scope: 'worker' }],
})

/** The link in the newest e-mail to an address. */
export async function linkSentTo({ received }: MailServer, email: string, page: string): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/admin/${page}#[\\w-]{43}`)
  let link: string | undefined
  await expect(() => {
    link = received.findLast(({ to, text }) => to.includes(email) && pattern.test(text))?.text.match(pattern)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}
