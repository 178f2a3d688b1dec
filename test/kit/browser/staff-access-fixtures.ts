import { type MailServer, startMailServer } from '../product/mail-server.ts'
import { ida, type OidcServer, providerSetting, startOidcServer } from '../product/oidc-server.ts'
import { test as base, expect } from './fixtures.ts'

interface Access {
  /** Receives the e-mails of the product. */
  mails: MailServer
  /** The provider that staff can log in with. */
  provider: OidcServer
}

const people = [ida, { ...ida, sub: 'eva', email: 'eva@elsewhere.example', given_name: 'Eva' }]

/** Tests against a product of their own, with a mail server and an OpenID provider that the test can look into. */
export const test = base.extend<object, Access>({
  mails: [
    async ({ browserName: _browser }, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ browserName: _browser }, use) => {
      const redirectUri = () => `${process.env.STAFF_URL}/admin/login/provider`
      const provider = await startOidcServer(redirectUri, new Map(people.map((person) => [person.sub, person])))
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  productSettings: [
    ({ mails, provider }, use) =>
      use({
        OIDC_PROVIDERS: JSON.stringify([providerSetting(provider)]),
        SMTP_URL: mails.url,
        ADMIN_MANAGEMENT: 'power',
        STANDARD_SCOPE: 'team',
      }),
    { scope: 'worker' },
  ],
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
