import pg from 'pg'
import { type MailServer, startMailServer } from '../product/mail-server.ts'
import { startTextGateway, type TextGatewayServer } from '../product/text-gateway.ts'
import { test as base, expect } from './fixtures.ts'

/** A running product with a mail server and a gateway of text messages of its own. */
export interface MessagingProduct {
  mails: MailServer
  /** The newest e-mail to an address. */
  mailTo(address: string): Promise<MailServer['received'][number]>
  /** The newest text message to a number, once one matches. */
  textTo(phone: string, pattern: RegExp): Promise<string>
  /** Makes messages due that wait for another attempt. */
  endPauses(): Promise<void>
}

/** Tests against a product of their own, whose messages they read and whose mail server they make fail. */
export const test = base.extend<object, { mails: MailServer; texts: TextGatewayServer; messaging: MessagingProduct }>({
  mails: [
    async ({ browserName: _browser }, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  texts: [
    async ({ browserName: _browser }, use) => {
      const texts = await startTextGateway()
      await use(texts)
      await texts.close()
    },
    { scope: 'worker' },
  ],
  productSettings: [
    ({ mails, texts }, use) =>
      use({
        SMTP_URL: mails.url,
        MAIL_FROM: 'Agency <office@agency.example>',
        ...texts.settings,
        SIGNED_COPY: 'attached',
        // Only copies that clients ask for.
        SIGNED_COPY_DAYS: '0',
      }),
    { scope: 'worker' },
  ],
  messaging: [
    async ({ product, mails, texts }, use) => {
      const database = new pg.Client({ connectionString: product.databaseUrl })
      await database.connect()
      await use({
        mails,
        mailTo: (address) => waitFor(() => mails.received.findLast(({ to }) => to.includes(address))),
        textTo: (phone, pattern) =>
          waitFor(() => texts.received.findLast(({ to, text }) => to === phone && pattern.test(text))?.text),
        endPauses: async () => {
          await database.query(`UPDATE outbox_messages SET next_attempt_at = now() WHERE state = 'failed'`)
        },
      })
      await database.end()
    },
    { scope: 'worker' },
  ],
})

async function waitFor<Found>(find: () => Found | undefined): Promise<Found> {
  let found: Found | undefined
  await expect(() => {
    found = find()
    expect(found).toBeDefined()
  }).toPass({ timeout: 60_000, intervals: [50] })
  if (found === undefined) throw new Error('Nothing was found')
  return found
}
