import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  /** Paths of PEM files. */
  certificate: string
  key: string
}

/** Makes a self-signed certificate for these names, with a key on the curve P-256. */
export function makeCertificate(directory: string, names: readonly string[]): Certificate {
  mkdirSync(directory, { recursive: true })
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')]
  const alternatives = names.map((name) => `DNS:${name}`).join()
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...newKey, '-out', certificate, ...subject], { stdio: 'pipe' })
  return { certificate, key }
}
