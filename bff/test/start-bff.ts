import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { startFakeCore } from './fake-core.ts'

/** The settings that have no default. */
export const secrets = {
  PRINCIPAL_SECRET: 'p'.repeat(32),
  JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
}

export type StartedBff = Awaited<ReturnType<typeof startBff>>

/** A bff in front of a fake core-api. `close` ends both. */
export async function startBff(settings: Record<string, string> = {}) {
  const core = await startFakeCore()
  const app = await buildApp(readConfig({ ...secrets, CORE_URL: core.url, LOG_LEVEL: 'silent', ...settings }))
  const close = async () => {
    await app.close()
    await core.close()
  }
  return { core, app, close }
}
