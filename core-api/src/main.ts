import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { seedDemo } from './demo/seed-demo.ts'

async function start() {
  const config = readConfig(process.env)
  const target = config.DATABASE_URL
    ? { url: config.DATABASE_URL }
    : { directory: join(config.dataDirectory, 'database') }
  const app = await buildApp(config, target)

  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopping after an error')
    await app.close()
  })
  // Started by another process of ours: its end is our end.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

  if (config.DEMO) await seedDemo(app, config.AGENCY_NAME)
  await app.listen({ host: config.HOST, port: config.PORT })
  process.send?.({ address: app.listeningOrigin })
}

start().catch((error: Error) => {
  // Whoever started this process says what is wrong in a sentence; alone, the whole error is shown.
  if (!process.send) throw error
  process.send({ failure: error.message }, () => process.exit(1))
})
