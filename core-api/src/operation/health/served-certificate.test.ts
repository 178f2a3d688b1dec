import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { certificateCheck, describeCertificate } from './served-certificate.ts'

const host = 'staff.agency.example'
const from = new Date('2026-01-01T00:00:00Z')
const until = new Date('2026-04-01T00:00:00Z')

it.each([
  ['2026-02-01', true, 'ok', 'valid until 2026-04-01'],
  ['2026-03-13', true, 'ok', 'valid until'],
  ['2026-03-20', true, 'warning', 'ends on 2026-04-01 and was not renewed'],
  ['2026-03-26', true, 'failing', 'ends on 2026-04-01 and was not renewed'],
  ['2026-02-01', false, 'warning', 'do not trust the certificate of staff.agency.example'],
  ['2026-04-02', true, 'failing', 'expired on 2026-04-01'],
])(
  'given a certificate of 90 days, when it is %s and it is trusted: %s, then health is %s',
  (today, trusted, state, words) => {
    const finding = describeCertificate({ host, from, until, trusted }, Date.parse(today))
    expect(finding).toEqual({ state, message: expect.stringContaining(words) })
  },
)

/** Serves a self-signed certificate. */
async function serveCertificate() {
  const directory = mkdtempSync(join(tmpdir(), 'served-'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-days', '30', '-subj', '/CN=127.0.0.1', ...made], { stdio: 'pipe' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) =>
    socket.on('error', () => undefined),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => server.close()
  onTestFinished(() => {
    stop()
    rmSync(directory, { recursive: true })
  })
  const address = server.address()
  return { url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, stop }
}

it('given an address with a certificate that no browser trusts, when it is checked twice, then it is read once and its last day is said', async () => {
  const { url, stop } = await serveCertificate()
  const check = certificateCheck([url, 'https://client.localhost', 'http://staff.agency.example'])
  const finding = { state: 'warning', message: expect.stringMatching(/127\.0\.0\.1\. It ends on \d{4}-\d\d-\d\d\.$/) }
  expect(await check()).toEqual(finding)
  stop()
  expect(await check()).toEqual(finding)
})

it('given an address where nothing answers, when it is checked, then it says that it does not know', async () => {
  const check = certificateCheck(['https://127.0.0.1:1'])
  expect(await check()).toEqual({ state: 'warning', message: expect.stringContaining('cannot be reached') })
})

it('given addresses of this machine alone, when they are checked, then none is asked', async () => {
  expect((await certificateCheck(['https://staff.localhost:8443', 'https://localhost'])()).state).toBe('ok')
})
