import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type MailServer, startMailServer } from '../product/mail-server.ts'
import { test as base, expect } from './fixtures.ts'

/** A running product with a mail server of its own, whose text messages are files. */
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
export const test = base.extend<object, { mails: MailServer; messaging: MessagingProduct }>({
  mails: [
    async ({ browserName: _browser }, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  productSettings: [
    ({ mails }, use) =>
      use({
        SMTP_URL: mails.url,
        MAIL_FROM: 'Agency <office@agency.example>',
        TEXT_TO_FILES: 'true',
        SIGNED_COPY: 'attached',
        // Only copies that clients ask for.
        SIGNED_COPY_DAYS: '0',
      }),
    { scope: 'worker' },
  ],
  messaging: [
    async ({ product, mails }, use) => {
      const database = new pg.Client({ connectionString: product.databaseUrl })
      await database.connect()
      const folder = join(product.dataDirectory, 'outbox')
      await use({
        mails,
        mailTo: (address) => waitFor(() => mails.received.findLast(({ to }) => to.includes(address))),
        textTo: (phone, pattern) =>
          waitFor(() => {
            const texts = readdirSync(folder)
              .filter((name) => name.endsWith('.txt'))
              .sort()
              .map((name) => readFileSync(join(folder, name), 'utf8'))
            return texts.findLast((text) => text.startsWith(`To: ${phone}\n`) && pattern.test(text))
          }),
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
