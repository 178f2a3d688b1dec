import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'

/** An old phone on a bad line: a quarter of this machine's speed, 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const slow = { cpu: 4, offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** What has come since it was last asked: requests and bytes as they travel. */
export interface Traffic {
  requests: number
  scripts: number
  all: number
}

const nothing = (): Traffic => ({ requests: 0, scripts: 0, all: 0 })

/** Slows a page down to an old phone, and counts what comes to it. */
export class Meter {
  #traffic = nothing()
  #lastEvent = performance.now()

  static async watch(page: Page): Promise<Meter> {
    const meter = new Meter()
    const cdp = await page.context().newCDPSession(page)
    const { cpu, ...line } = slow
    const scripts = new Set<string>()
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      // What the page has already, such as its own data addresses, is no request.
      if (request.url.startsWith('http')) meter.#lastEvent = performance.now()
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
