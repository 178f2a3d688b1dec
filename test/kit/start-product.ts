import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFrontEnds } from '../../scripts/build.ts'
import { freePort, startProduct } from '../../scripts/product.ts'
import { startMailServer } from './mail-server.ts'
import { agency } from './product-address.ts'
import { firstPassword, setUpOwner } from './staff-setup.ts'

/** Stands in for the agency's public website. */
async function startWebsite() {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Our website</title><h1>Our website</h1>')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { address: `http://localhost:${port}/`, stop: () => server.close() }
}

/** Starts one product, with fresh data on a free port, for all browser tests. Each test makes the data it needs. */
async function startForTests() {
  buildFrontEnds()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'product-'))
  const website = await startWebsite()
  const mails = await startMailServer()
  const product = await startProduct({
    dataDirectory,
    port: 0,
    environment: {
      ADMIN_PASSWORD: firstPassword,
      // As AD-06 says; the default is tested in core-api and with the API.
      ADMIN_MANAGEMENT: 'everyone',
      AGENCY_NAME: agency.name,
      AGENCY_PHONE: agency.phone,
      AGENCY_WEBSITE: website.address,
      SMTP_URL: mails.url,
      // All tests are one member of staff, who opens more records than a person does.
      RECORD_READS_ALERT: '0',
      RECORD_READS_LIMIT: '0',
      MAIL_FROM: `${agency.name} <office@example.com>`,
    },
  })
  await setUpOwner(product.staffUrl)
  process.env.STAFF_URL = product.staffUrl
  process.env.CLIENT_URL = product.clientUrl
  process.env.WEBSITE_URL = website.address
  return async () => {
    await product.stop()
    website.stop()
    await mails.close()
    rmSync(dataDirectory, { recursive: true })
  }
}

export default startForTests
