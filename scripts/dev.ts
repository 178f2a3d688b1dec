import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { secretFiles } from '../core-api/src/cli/local-secrets.ts'
import { ownEnvironment } from './service-environment.ts'
import { root } from './stale-parts.ts'

/** Everything from its sources, with reload: services by Node's watch mode, pages by Vite. */
const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const corePort = '8081'
const settings = {
  DATA_DIR: dataDirectory,
  PUBLIC_URL: 'http://localhost:5175',
  COOKIE_SECURE: 'false',
  ...secretFiles(dataDirectory),
}

const watched = (service: 'core-api' | 'bff', port: string): ChildProcess =>
  spawn(process.execPath, ['--watch', join(root, service, 'src/main.ts')], {
    stdio: 'inherit',
    env: ownEnvironment(service, {
      ...process.env,
      ...settings,
      PORT: port,
      CORE_URL: `http://127.0.0.1:${corePort}`,
    }),
  })
const served = (part: string): ChildProcess =>
  spawn('npm', ['run', 'dev', '--silent', '--workspace', part], { cwd: root, stdio: 'inherit' })

const children = [
  watched('core-api', corePort),
  watched('bff', '8080'),
  ...['shared-ui', 'admin-app', 'portal-app'].map(served),
]
console.log(`
  Staff      http://localhost:5174/admin/
  Clients    http://localhost:5175/session/
  The first admin's password is in ${join(dataDirectory, 'first-admin.txt')}.
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}
