import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { HealthFinding } from '../../platform/http/health-checks.ts'

interface ServedCertificate {
  readonly host: string
  readonly from: Date
  readonly until: Date
  /** Whether it is for this host, and of an authority that Node.js knows. */
  readonly trusted: boolean
}

/** Time limit of a connection, in ms. */
const connectLimit = 3_000

/** Reads the certificate that is served at an `https:` address, valid or not. @throws if there is no answer */
function readServedCertificate(url: string): Promise<ServedCertificate> {
  const { hostname: host, port } = new URL(url)
  const servername = isIP(host) > 0 ? {} : { servername: host }
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...servername }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      socket.destroy()
      resolve({ host, from: new Date(valid_from), until: new Date(valid_to), trusted: socket.authorized })
    })
    socket.setTimeout(connectLimit, () => socket.destroy(new Error(`${host} does not answer`)))
    socket.once('error', reject)
  })
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const day = 86_400_000

/** The worst of what is found about one certificate. Renewal is due when a third of the lifetime is left. */
export function describeCertificate({ host, from, until, trusted }: ServedCertificate, now: number): HealthFinding {
  const [rest, lifetime] = [until.getTime() - now, until.getTime() - from.getTime()]
  if (rest <= 0) {
    const message = `The certificate of ${host} expired on ${dayOf(until)}: browsers warn of it. ./agency status and the log of the service certificates say why it was not renewed; replace one of your own.`
    return { state: 'failing', message }
  }
  if (!trusted)
    return {
      state: 'warning',
      message: `Browsers do not trust the certificate of ${host}. It ends on ${dayOf(until)}.`,
    }
  if (rest < Math.min(lifetime / 5, 21 * day)) {
    // Failing checks are mailed, days before browsers refuse it.
    const state = rest < Math.min(lifetime / 10, 7 * day) ? 'failing' : 'warning'
    return { state, message: `The certificate of ${host} ends on ${dayOf(until)} and was not renewed yet.` }
  }
  return { state: 'ok', message: `The certificate of ${host} is valid until ${dayOf(until)}.` }
}

async function checkCertificate(url: string): Promise<HealthFinding> {
  try {
    return describeCertificate(await readServedCertificate(url), Date.now())
  } catch {
    const { host } = new URL(url)
    const message = `${host} cannot be reached from core-api, so the last day of its certificate is not known here.`
    return { state: 'warning', message }
  }
}

/** How long a result is used, in ms. */
const fresh = 600_000
const states = ['ok', 'warning', 'failing']

export function certificateCheck(urls: readonly string[]): () => Promise<HealthFinding> {
  const served = urls.filter((url) => /^https:\/\/(?!(?:[^/:]+\.)?localhost(?:[:/]|$))/.test(url))
  let known: { finding: HealthFinding; until: number } | undefined
  return async () => {
    if (known && known.until > performance.now()) return known.finding
    const findings = await Promise.all(served.map(checkCertificate))
    const state = states.findLast((each) => findings.some((finding) => finding.state === each))
    const worst = findings.find((finding) => finding.state === state)
    const message = findings.map((finding) => finding.message).join(' ')
    const finding: HealthFinding = worst
      ? { state: worst.state, message }
      : { state: 'ok', message: 'No address of the product has TLS, except on this machine alone.' }
    known = { finding, until: performance.now() + fresh }
    return finding
  }
}
