import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.ts'
import { missingEngines } from './find-engines.ts'
import { findPostgres } from './postgres-server.ts'

const tools = [
  { program: 'pdfsig', debianPackage: 'poppler-utils' },
  { program: 'qpdf', debianPackage: 'qpdf' },
  { program: 'unzip', debianPackage: 'unzip' },
  { program: 'openssl', debianPackage: 'openssl' },
  { program: 'clamd', debianPackage: 'clamav-daemon' },
  { program: 'age', debianPackage: 'age' },
  { program: 'nginx', debianPackage: 'nginx-light' },
]

const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`]).status === 0

function run(command: string, args: string[]): boolean {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}

function installDebian(packages: string[]): boolean {
  if (!isThere('apt-get') || process.getuid?.() !== 0) return false
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}

/** OpenStack Swift, whose S3 API the file store is tried on, in Debian's own Python. */
const hasSwift = (): boolean => spawnSync('/usr/bin/python3', ['-c', 'import swift']).status === 0

/** Installs Playwright's own browser if it is missing, from the network. @returns whether it is installed */
const installPlaywrightBrowser = (): boolean => run('npx', ['playwright', 'install', 'chromium'])

/** Installs Debian's packages. @throws with one sentence that says what to install, where they can't be installed */
function ensureInstalled(packages: string[]): void {
  if (packages.length === 0 || installDebian(packages)) return
  throw new Error(`Please install the packages ${packages.join(', ')} (Debian’s names), which the tests need.`)
}

/** Ensures what only `npm run test:full` drives. @throws with one sentence that says what to install */
export function ensureEngines(): void {
  ensureInstalled(missingEngines())
}

/** @throws with one sentence that says what to install */
export function ensureTestTools(): void {
  const missing = tools.filter(({ program }) => !isThere(program)).map(({ debianPackage }) => debianPackage)
  if (!findPostgres()) missing.push('postgresql')
  if (!hasSwift()) missing.push('python3-swift')
  ensureInstalled(missing)
  const hasBrowser =
    findChromium() ||
    installDebian(['chromium-headless-shell']) ||
    installPlaywrightBrowser() ||
    // For releases of Debian that lack the first.
    installDebian(['chromium'])
  if (hasBrowser) return
  throw new Error('Please install Chromium, or name one in CHROMIUM_PATH: the browser tests need it.')
}

if (import.meta.main) {
  ensureTestTools()
  if (process.argv.includes('--full')) ensureEngines()
}
