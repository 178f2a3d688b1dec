import type { StartedWorker } from './pdf-document.ts'

let started: StartedWorker | undefined

/** Loads pdf.js beside the PDF and not after it. A failure is ignored: opening the PDF loads it again. */
export function preparePdf(): void {
  import('./pdf-document.ts').catch(() => undefined)
  started ??= startWorker()
}

/** The started worker, if any. The caller ends it. */
export function takeWorker(): StartedWorker | undefined {
  const taken = started
  started = undefined
  return taken
}

function startWorker(): StartedWorker | undefined {
  try {
    const worker = new Worker(`${import.meta.env.PDFJS_ASSETS}pdf.worker.js`, { type: 'module' })
    const isReady = new Promise<boolean>((resolve) => {
      // Its first message is that it is ready.
      worker.addEventListener('message', () => resolve(true), { once: true })
      worker.addEventListener('error', () => resolve(false), { once: true })
    })
    void isReady.then((ready) => {
      if (ready || started?.worker !== worker) return
      started = undefined
      worker.terminate()
    })
    return { worker, isReady }
  } catch {
    // The browser has no module workers. pdf.js then uses its fallback.
    return undefined
  }
}
