import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

type Task = { kind: 'inspect'; bytes: Uint8Array }

/** Stands for the PDF worker: the first byte of a document says what becomes of it. */
process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }: Task) => {
  const [what = 0, detail = 0] = bytes
  if (what === 1) for (;;);
  if (what === 2) process.exit(3)
  if (what === 3) throw new Error('Crash')
  if (what === 4) exhaustHeap()
  if (what === 6) exhaustMemory()
  if (what === 5) process.send?.({ kind: 'failed', code: 'PDF_HAS_XFA', detail: '' })
  else if (what === 7) process.send?.(inspected(0, JSON.stringify(powers())))
  else if (what === 8) process.send?.({ kind: 'anything', payload: 'a process that a document took over' })
  else process.send?.(inspected(detail, String(process.pid)))
})
process.send?.({ kind: 'ready' })

const inspected = (pages: number, sha256: string) => ({
  kind: 'inspected',
  inspection: { pages, sha256, fields: [] },
})

/** What this process can do that a document must not. */
const powers = () => ({
  environment: Object.keys(process.env).toSorted(),
  reads: succeeds(() => readFileSync('/etc/hostname')),
  writes: succeeds(() => writeFileSync('/tmp/pdf-process-wrote-this', '')),
  spawns: succeeds(() => spawnSync('true')),
  evaluates: succeeds(() => new Function('return 1')()),
})

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

function exhaustHeap(): void {
  const kept: object[] = []
  for (;;) kept.push(Array.from({ length: 1_000 }, () => ({})))
}

/** Allocates outside the heap, where V8's limit does not apply. Retries failed allocations, as some parsers do. */
function exhaustMemory(): void {
  const kept: Uint8Array[] = []
  for (;;) {
    try {
      kept.push(new Uint8Array(2 ** 24).fill(1))
    } catch {
      kept.push(new Uint8Array(1))
    }
  }
}
