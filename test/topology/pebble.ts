import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComposeEngine } from './compose-engine.ts'

const image = 'agency-portal-test/pebble'
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** The address of its directory in the composition. */
export const pebbleDirectory = 'https://pebble:14000/dir'

interface Pebble {
  domain: string
  /** Lifetime of what it issues, in seconds. */
  lifetime: number
}

/**
 * Adds a certificate authority to the composition, for which the names `staff.` and `client.` of a domain lead to nginx.
 * Also mounts a directory for backups, since a deployment has one docker-compose.override.yml.
 */
export function addPebble(engine: ComposeEngine, { domain, lifetime }: Pebble): void {
  const network = process.env.COMPOSE_BUILD_NETWORK
  const build = ['build', ...(network ? ['--network', network] : []), '--tag', image, '-']
  execFileSync('docker', build, {
    input: readFileSync(join(import.meta.dirname, 'pebble.Dockerfile')),
    stdio: 'pipe',
  })
  const [folder, backups] = ['pebble', 'backups'].map((name) => join(engine.directory, name))
  for (const made of [String(folder), String(backups)]) mkdirSync(made)
  // Of the image's user, whatever its id is here.
  chmodSync(String(backups), 0o777)
  makeCertificates(String(folder))
  const pebble = {
    listenAddress: '0.0.0.0:14000',
    managementListenAddress: '0.0.0.0:15000',
    certificate: '/pebble/cert.pem',
    privateKey: '/pebble/key.pem',
    // Of nginx, inside the composition.
    httpPort: 8080,
    tlsPort: 8443,
    certificateValidityPeriod: lifetime,
  }
  writeFileSync(join(String(folder), 'config.json'), JSON.stringify({ pebble }))
  const mounted = [`${folder}:/pebble:ro`]
  const stored = { volumes: [`${backups}:/backups`] }
  const services = {
    nginx: { networks: { front: { aliases: [`staff.${domain}`, `client.${domain}`] } } },
    certificates: { environment: { LEGO_CA_CERTIFICATES: '/pebble/ca.pem' }, volumes: mounted },
    pebble: {
      image,
      environment: { PEBBLE_VA_NOSLEEP: '1' },
      volumes: mounted,
      networks: { front: {}, outside: {} },
    },
    'core-1': stored,
    'core-2': stored,
  }
  writeFileSync(join(engine.directory, 'docker-compose.override.yml'), JSON.stringify({ services }))
}

/** The certificate of its own address, and that of the authority which lego is to trust for it. */
function makeCertificates(directory: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
  openssl('req', '-x509', '-days', '2', '-subj', '/CN=ca', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', '-subj', '/CN=pebble', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem')
  writeFileSync(join(directory, 'names'), 'subjectAltName=DNS:pebble')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'request.pem', ...signed, '-out', 'cert.pem')
  // The images' users read them.
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
}
