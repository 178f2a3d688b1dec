import fp from 'fastify-plugin'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    /** How many statements of one kind run at a time, when calls share them: `groupCalls`. */
    databaseLanes: number
    /** Resolves when the embedded database has stopped. It cannot be restarted in this process. */
    databaseFailed: Promise<Error>
  }
}

/** Opens the database, migrates it, and closes it with the app. */
export const database = fp(
  async (app, options: { target: Parameters<typeof openDatabase>[0] }) => {
    const opened = await openDatabase(options.target)
    await migrate(opened.db)
    app.decorate('db', opened.db)
    app.decorate('databaseLanes', opened.lanes)
    app.decorate('databaseFailed', opened.failed)
    app.addHook('onClose', opened.close)
  },
  { name: 'database' },
)
