import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'

/**
 * Loaded into a service before anything else (`--import`): at a message from whoever started it, its database thread
 * ends, as it does when the engine in it crashes.
 */
const RealWorker = workerThreads.Worker

class WatchedWorker extends RealWorker {
  constructor(...given: ConstructorParameters<typeof RealWorker>) {
    super(...given)
    if (String(given[0]).includes('embedded-worker')) process.once('message', () => this.terminate())
  }
}

workerThreads.Worker = WatchedWorker
syncBuiltinESMExports()
