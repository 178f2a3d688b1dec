import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const settings = `
[tsa]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
`

/** A time-stamp token (RFC 3161) over a SHA-256, signed by an authority that OpenSSL plays. */
export async function stampWithOpenssl(digest: Buffer): Promise<Uint8Array> {
  const cwd = mkdtempSync(join(tmpdir(), 'tsa-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd, stdio: 'ignore' })
  try {
    writeFileSync(join(cwd, 'tsa.cnf'), settings)
    const use = ['-addext', 'extendedKeyUsage=critical,timeStamping']
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem']
    openssl('req', '-x509', ...key, '-out', 'certificate.pem', '-subj', '/CN=TSA', '-days', '1', ...use)
    openssl('ts', '-query', '-digest', digest.toString('hex'), '-sha256', '-cert', '-out', 'query')
    const signer = ['-signer', 'certificate.pem', '-inkey', 'key.pem', '-config', 'tsa.cnf', '-section', 'tsa']
    openssl('ts', '-reply', '-queryfile', 'query', ...signer, '-token_out', '-out', 'token')
    return readFileSync(join(cwd, 'token'))
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
