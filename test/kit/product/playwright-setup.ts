import { once } from 'node:events'
import { createServer } from 'node:http'
import { buildParts } from '../../../scripts/build.ts'
import { freePort } from '../../../scripts/product.ts'
import { ensureDatabaseServer } from './database-server.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startOwnProduct } from './own-product.ts'
import { agency } from './product-address.ts'

/** Stands in for the agency's public website. */
async function startWebsite() {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Our website</title><h1>Our website</h1>')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://localhost:${port}/`, stop: () => server.close() }
}

/** Tells the tests' processes what the mail server has received. */
async function startMailbox({ received }: MailServer) {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(received))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Starts one product on a new database for all browser tests. Each test creates the data it needs. */
async function startForTests() {
  buildParts({ quick: true })
  const removeServer = await ensureDatabaseServer()
  const website = await startWebsite()
  const mails = await startMailServer()
  const mailbox = await startMailbox(mails)
  const product = await startOwnProduct({
    // As AD-06 says; the default is tested in core-api and with the API.
    ADMIN_MANAGEMENT: 'everyone',
    AGENCY_WEBSITE: website.address,
    SMTP_URL: mails.url,
    // All tests are one member of staff, who opens more records than a person does.
    RECORD_READS_ALERT: '0',
    REVEAL_ALERT: '0',
    REVEAL_ALERT_FACTOR: '0',
    RECORD_READS_LIMIT: '0',
    MAIL_FROM: `${agency.name} <office@example.com>`,
  })
  process.env.WEBSITE_URL = website.address
  process.env.MAILS_URL = mailbox.address
  return async () => {
    await product.stop()
    website.stop()
    mailbox.stop()
    await mails.close()
    removeServer()
  }
}

export default startForTests
