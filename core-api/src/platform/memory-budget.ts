import { ServiceBusy } from './errors.ts'

/** Limits the bytes that one kind of work holds in memory at the same time, in this process. */
export class MemoryBudget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Work that is alone always gets them. @returns a function that gives them back; undefined if too few are left */
  tryTake(bytes: number): (() => void) | undefined {
    if (this.#used > 0 && this.#used + bytes > this.#limit) return undefined
    this.#used += bytes
    let isHeld = true
    return () => {
      if (isHeld) this.#used -= bytes
      isHeld = false
    }
  }

  /** @throws ServiceBusy if too few bytes are left */
  take(bytes: number): () => void {
    const release = this.tryTake(bytes)
    if (!release) throw new ServiceBusy()
    return release
  }
}
