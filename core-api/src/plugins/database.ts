import fp from 'fastify-plugin'
import { type Database, openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
  }
}

/** Opens the database, brings its tables up to date, and closes it with the app. */
export const database = fp(
  async (app, options: { target: Parameters<typeof openDatabase>[0] }) => {
    const opened = await openDatabase(options.target)
    await migrate(opened.db)
    app.decorate('db', opened.db)
    app.addHook('onClose', opened.close)
  },
  { name: 'database' },
)
