import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'

/** An old phone on a bad line: a quarter of this machine's speed, 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const slow = { cpu: 4, offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** What has come since it was last asked: requests, bytes as they travel, and how often a request waited for another. */
export interface Traffic {
  requests: number
  scripts: number
  all: number
  /** Waves of requests, each sent when the one before had been answered. */
  trips: number
}

const nothing = (): Traffic => ({ requests: 0, scripts: 0, all: 0, trips: 0 })

/** Slows a page down to an old phone, and counts what comes to it. */
export class Meter {
  #traffic = nothing()
  #waveBegan = Number.NEGATIVE_INFINITY
  #lastEvent = performance.now()

  static async watch(page: Page): Promise<Meter> {
    const meter = new Meter()
    const cdp = await page.context().newCDPSession(page)
    const { cpu, ...line } = slow
    const scripts = new Set<string>()
    cdp.on('Network.requestWillBeSent', ({ timestamp, request }) => {
      // What the page has already, such as its own data addresses, is no request.
      if (!request.url.startsWith('http')) return
      meter.#sent(timestamp * 1000)
    })
    cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      meter.#lastEvent = performance.now()
      meter.#traffic.requests += 1
      meter.#traffic.all += encodedDataLength
      if (scripts.has(requestId)) meter.#traffic.scripts += encodedDataLength
    })
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', line)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    return meter
  }

  /** On this line no answer comes sooner than its latency: what is sent sooner has not waited for one. */
  #sent(milliseconds: number): void {
    this.#lastEvent = performance.now()
    if (milliseconds - this.#waveBegan < slow.latency) return
    this.#waveBegan = milliseconds
    this.#traffic.trips += 1
  }

  /** Resolves when nothing has been sent or has come for two seconds: what waits for a script may wait that long. */
  async untilQuiet(): Promise<void> {
    while (performance.now() - this.#lastEvent < 2_000) await setTimeout(100)
  }

  take(): Traffic {
    const taken = this.#traffic
    this.#traffic = nothing()
    return taken
  }
}
