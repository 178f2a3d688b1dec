import { parentPort } from 'node:worker_threads'

type Task = { kind: 'inspect'; bytes: Uint8Array }

/** Stands for the PDF worker: the first byte of a document says what becomes of it. */
parentPort?.on('message', ({ bytes }: Task) => {
  const [what = 0, detail = 0] = bytes
  if (what === 1) for (;;);
  if (what === 2) process.exit(3)
  if (what === 3) throw new Error('Crash')
  if (what === 4) exhaustMemory()
  if (what === 5) parentPort?.postMessage({ kind: 'failed', code: 'PDF_HAS_XFA', detail: '' })
  else parentPort?.postMessage({ kind: 'inspected', inspection: { pages: detail, words: bytes.length, sha256: '' } })
})

function exhaustMemory(): void {
  const kept: object[] = []
  for (;;) kept.push(Array.from({ length: 1_000 }, () => ({})))
}
