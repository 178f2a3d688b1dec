import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Service, startService, stopService } from '../../scripts/product.ts'

/** One process of a service on a port of its own, which is ended and started again. */
export class Replica {
  readonly name: 'bff' | 'core-api'
  readonly port: number
  readonly #directory: string
  readonly #settings: Record<string, string>
  #service: Service | undefined

  constructor(name: 'bff' | 'core-api', port: number, directory: string, settings: Record<string, string>) {
    this.name = name
    this.port = port
    this.#directory = directory
    this.#settings = settings
  }

  /** Its process id, while it runs. */
  get processId(): number | undefined {
    return this.#service?.process.pid
  }

  /** Resolves when it is ready for calls. */
  async start(): Promise<void> {
    const settings = { ...this.#settings, HOST: '127.0.0.1', PORT: String(this.port) }
    this.#service = await startService(this.name, { dataDirectory: this.#directory }, settings)
    const path = this.name === 'bff' ? '/healthz' : '/readyz'
    while (!(await fetch(`http://127.0.0.1:${this.port}${path}`)).ok) await delay(50)
  }

  /** As an orchestrator does: SIGTERM, and wait. */
  async stop(): Promise<void> {
    if (this.#service) await stopService(this.#service)
  }

  /** As a failing machine does. */
  async kill(): Promise<void> {
    if (!this.#service) return
    const exited = once(this.#service.process, 'exit')
    this.#service.process.kill('SIGKILL')
    await exited
  }
}
