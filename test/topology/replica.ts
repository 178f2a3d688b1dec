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
  #ending = false
  /** How often it has ended by itself. */
  crashes = 0

  constructor(name: 'bff' | 'core-api', port: number, directory: string, settings: Record<string, string>) {
    this.name = name
    this.port = port
    this.#directory = directory
    this.#settings = settings
  }

  /** Resolves when it is ready for calls. */
  async start(): Promise<void> {
    const settings = { ...this.#settings, HOST: '127.0.0.1', PORT: String(this.port) }
    this.#ending = false
    this.#service = await startService(this.name, { dataDirectory: this.#directory }, settings)
    this.#service.process.once('exit', () => {
      if (!this.#ending) this.crashes += 1
    })
    const path = this.name === 'bff' ? '/healthz' : '/readyz'
    while (!(await fetch(`http://127.0.0.1:${this.port}${path}`)).ok) await delay(50)
  }

  /** As an orchestrator does: SIGTERM, and wait. */
  async stop(): Promise<void> {
    this.#ending = true
    if (this.#service) await stopService(this.#service)
  }

  /** As a failing machine does. */
  async kill(): Promise<void> {
    if (!this.#service) return
    this.#ending = true
    const exited = once(this.#service.process, 'exit')
    this.#service.process.kill('SIGKILL')
    await exited
  }
}
