import type { IncomingMessage } from 'node:http'

/** What is to go wrong. */
export interface Fault {
  /** Of the calls, as `METHOD /path`. */
  on: RegExp
  /** How often; 1 without it. */
  times?: number
  /** Answered instead of doing it. */
  status?: number
  errorCode?: string
  headers?: Record<string, string>
  /** It is done, and then the line goes dead: the caller gets no answer. */
  lost?: boolean
  /** It is done only after this. */
  after?: Promise<unknown>
}

/** Takes faults out of a list as calls meet them. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, ...fault })
  }

  /** The fault that this call meets. */
  take({ method, url }: IncomingMessage): Fault | undefined {
    const fault = this.#waiting.find(({ on }) => on.test(`${method} ${url}`))
    if (!fault) return undefined
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) this.#waiting = this.#waiting.filter((each) => each !== fault)
    return fault
  }
}
