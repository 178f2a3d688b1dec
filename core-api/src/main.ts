import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { isSettingsCheck, listen, reportStep, runService } from '@agency/service-kit/service-process'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { seedDemo } from './cli/demo/seed-demo.ts'
import { readConfig } from './config.ts'
import { databaseTarget, isNewDatabase } from './platform/database/database.ts'

// Files of this process are readable by its own user only.
process.umask(0o077)

runService(async () => {
  const config = readConfig(process.env)
  if (isSettingsCheck()) return
  const pdfWorker = createPdfWorker({ checks: config.PDF_WORKERS })
  const target = databaseTarget(config)
  reportStep(isNewDatabase(target) ? 'creates the database' : 'opens the database')
  const app = await buildApp(config, { target, pdfWorker })
  app.addHook('onClose', () => pdfWorker.close())
  closeWithGrace({ delay: 9_500, logger: false }, ({ err }) => app.stop(err))

  // Readiness fails at once. The supervisor then starts a new process, which recovers the database.
  app.databaseFailed.then((error) => {
    if (app.isStopping) return
    app.log.fatal({ err: error }, 'the embedded database has stopped; the process exits')
    process.exitCode = 1
    setTimeout(() => process.exit(), 500)
  })

  if (config.DEMO) {
    reportStep('prepares the sample data')
    await seedDemo(app)
  }
  await listen(app, config)
})
