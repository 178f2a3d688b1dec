import { once } from 'node:events'
import { createServer } from 'node:http'
import { buildParts } from '../../../scripts/build.ts'
import { freePort } from '../../../scripts/product.ts'
import { ensureDatabaseServer } from './database-server.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { makeProductTemplate } from './product-template.ts'

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

/** Prepares what the products of all workers need: builds, a database server, a template, a web site and a mail server. */
async function startForTests() {
  buildParts({ quick: true })
  const removeServer = await ensureDatabaseServer()
  const website = await startWebsite()
  const mails = await startMailServer()
  const mailbox = await startMailbox(mails)
  const removeTemplate = await makeProductTemplate()
  process.env.WEBSITE_URL = website.address
  process.env.TEST_SMTP_URL = mails.url
  process.env.MAILS_URL = mailbox.address
  return async () => {
    await removeTemplate()
    website.stop()
    mailbox.stop()
    await mails.close()
    removeServer()
  }
}

export default startForTests
