import { isSettingsCheck, listen, runService } from '@agency/service-kit/service-process'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

runService(async () => {
  const config = readConfig(process.env)
  if (isSettingsCheck()) return
  const app = await buildApp(config)
  closeWithGrace({ delay: 9_500, logger: false }, ({ err }) => app.stop(err))
  await listen(app, config)
})
