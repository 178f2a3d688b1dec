import { join, resolve } from 'node:path'
import concurrently from 'concurrently'
import { secretFiles } from '../core-api/src/cli/local-secrets.ts'
import { root } from './repository.ts'
import { ownEnvironment } from './service-environment.ts'

/** Everything from its sources, with reload: services by Node's watch mode, pages by Vite. */
const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const corePort = '8081'
const settings = {
  DATA_DIR: dataDirectory,
  PUBLIC_URL: 'http://localhost:5175',
  STAFF_URL: 'http://localhost:5174',
  COOKIE_SECURE: 'false',
  ...secretFiles(dataDirectory),
}

const watched = (service: 'core-api' | 'bff', port: string) => ({
  name: service,
  command: `${JSON.stringify(process.execPath)} --watch ${JSON.stringify(join(root, service, 'src/main.ts'))}`,
  env: ownEnvironment(service, {
    ...process.env,
    ...settings,
    PORT: port,
    CORE_URL: `http://127.0.0.1:${corePort}`,
  }),
})
const served = (part: string) => ({ name: part, command: `npm run dev --silent --workspace ${part}` })

console.log(`
  Staff      http://localhost:5174/admin/
  Clients    http://localhost:5175/session/
  The first admin's password is in ${join(dataDirectory, 'first-admin.txt')}.
`)

// A process that ends is reported by name, and ends the others. A service that crashes is reported by Node's watch mode,
// which starts it again after the next change.
const { result } = concurrently(
  [watched('core-api', corePort), watched('bff', '8080'), ...['shared-ui', 'admin-app', 'portal-app'].map(served)],
  { cwd: root, killOthersOn: ['failure', 'success'], prefix: 'name' },
)
await result.catch(() => {
  process.exitCode = 1
})
