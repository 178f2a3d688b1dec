import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

async function start() {
  const config = readConfig(process.env)
  const app = await buildApp(config)

  closeWithGrace({ delay: 9_500, logger: false }, async ({ err }) => {
    if (err) app.log.error({ err }, 'stopping after an error')
    await app.stop()
  })
  // Started by another process of ours: its end is our end.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

  await app.listen({ host: config.HOST, port: config.PORT })
  process.send?.({ address: app.listeningOrigin })
}

start().catch((error: Error) => {
  // Whoever started this process says what is wrong in a sentence; alone, the whole error is shown.
  if (!process.send) throw error
  process.send({ failure: error.message }, () => process.exit(1))
})
