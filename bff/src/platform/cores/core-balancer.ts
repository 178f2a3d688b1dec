import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a failed core-api stays marked down, in ms; it starts in about that time. */
const downMilliseconds = 2_000
/** Time-out for a connection to core-api, in ms; both run in one network. */
export const connectMilliseconds = 2_000

/** Chooses the core-api for each call, round robin. One that failed is marked down for two seconds; a hung one gets no call. */
export class CoreBalancer {
  readonly addresses: readonly string[]
  readonly #hung = new Set<string>()
  readonly #downUntil = new Map<string, number>()
  #turn = 0

  constructor(addresses: readonly string[]) {
    this.addresses = addresses
  }

  /** How often a call is sent at most: once to each core-api. A single one gets two tries, since it may be restarting. */
  get tries(): number {
    return Math.max(2, this.addresses.length)
  }

  /** All marked down are used anyway. @param previous is skipped if there is another @returns undefined if all hang */
  next(previous?: string): string | undefined {
    const now = Date.now()
    const isOther = (address: string) => this.addresses.length === 1 || address !== previous
    const others = this.addresses.filter((address) => isOther(address) && !this.#hung.has(address))
    const up = others.filter((address) => (this.#downUntil.get(address) ?? 0) <= now)
    const candidates = up.length > 0 ? up : others
    if (candidates.length === 0) return undefined
    this.#turn = (this.#turn + 1) % candidates.length
    return candidates[this.#turn]
  }

  isHung(address: string): boolean {
    return this.#hung.has(address)
  }

  setHung(address: string, isHung: boolean): void {
    if (isHung) this.#hung.add(address)
    else this.#hung.delete(address)
  }

  /** Skips this core-api for two seconds, while others are up. */
  markDown(address: string): void {
    this.#downUntil.set(address, Date.now() + downMilliseconds)
  }

  /**
   * The next core-api that accepts a connection, for bodies that can be sent only once.
   * @returns undefined if none does
   */
  async nextListening(): Promise<string | undefined> {
    for (let tried = 0; tried < this.tries; tried++) {
      const address = this.next()
      if (address === undefined) return undefined
      if (await isListening(address)) return address
      this.markDown(address)
    }
    return undefined
  }
}

async function isListening(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  const timeout = new AbortController()
  try {
    return await Promise.race([connected, delay(connectMilliseconds, false, { signal: timeout.signal })])
  } finally {
    timeout.abort()
    socket.destroy()
  }
}
