import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How long one that did not answer is passed over, in milliseconds; it starts in about that time. */
const passedOver = 2_000
/** How long a connection may take to be there: they are in one network. */
export const connectMilliseconds = 2_000

/** The core-apis that this service asks, each in turn; one that does not answer is passed over for a moment. */
export class Cores {
  readonly #addresses: readonly string[]
  readonly #passedOverUntil = new Map<string, number>()
  #turn = 0

  /** @param addresses one or more, each as `http://host:port` */
  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
  }

  /** How often a call is sent at most: to each once; to a single one twice, for it may have just come back. */
  get tries(): number {
    return Math.max(2, this.#addresses.length)
  }

  /**
   * The address whose turn it is. While none is known to answer, all are asked.
   * @param last the one that this call was sent to before: another comes first
   */
  next(last?: string): string {
    const now = Date.now()
    const others = this.#addresses.length > 1 ? this.#addresses.filter((address) => address !== last) : this.#addresses
    const answering = others.filter((address) => (this.#passedOverUntil.get(address) ?? 0) <= now)
    const choice = answering.length > 0 ? answering : others
    this.#turn = (this.#turn + 1) % choice.length
    const chosen = choice[this.#turn]
    if (chosen === undefined) throw new Error('No core-api is named')
    return chosen
  }

  /** Says that one did not answer. */
  passOver(address: string): void {
    this.#passedOverUntil.set(address, Date.now() + passedOver)
  }

  /**
   * The next one that takes a connection: for what can be sent only once.
   * @returns undefined when none does
   */
  async nextThatListens(): Promise<string | undefined> {
    for (let tried = 0; tried < this.tries; tried++) {
      const address = this.next()
      if (await listens(address)) return address
      this.passOver(address)
    }
    return undefined
  }
}

async function listens(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  const tooLate = new AbortController()
  try {
    return await Promise.race([connected, delay(connectMilliseconds, false, { signal: tooLate.signal })])
  } finally {
    tooLate.abort()
    socket.destroy()
  }
}
