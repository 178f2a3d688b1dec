import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BenchOptions } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { cpuOf, memoryOf } from './process-figures.ts'
import { type Measured, Services } from './services.ts'
import { median, showTable } from './table.ts'

/** After this time the work of the start is over, and the memory that it needed has been given back. */
const settling = 20_000

interface Place {
  database: string
  /** Where the bff finds its compiled sources, as in its image. The first start of a round fills it. */
  compileCache: string
}

async function measureIdle({ database, compileCache }: Place, services: Services): Promise<Record<string, number>> {
  try {
    const core = await services.startCore()
    const bff = await services.startBff(core.url, { SERVE_APPS: 'true', NODE_COMPILE_CACHE: compileCache })
    const started = [core, bff].map(({ pid }: Measured) => cpuOf(pid))
    await setTimeout(settling)
    return {
      [`core-api, ${database}: MB`]: memoryOf(core.pid),
      [`core-api, ${database}: CPU ms of the start`]: started[0] ?? 0,
      'bff: MB': memoryOf(bff.pid),
      'bff: CPU ms of the start': started[1] ?? 0,
    }
  } finally {
    await services.stop()
  }
}

/**
 * What both services hold in memory when nobody has called them yet: on the embedded engine, as on a laptop, and on a
 * server.
 */
export async function benchIdle({ rounds }: BenchOptions): Promise<void> {
  const found = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-idle-'))
    const [directory, compileCache] = [join(folder, 'database'), join(folder, 'compile-cache')]
    const embedded = { target: { directory }, serverPid: undefined, remove: async () => undefined }
    // A database belongs to the file store of its first start.
    const server = await preparePostgres(0)
    try {
      const figures = {
        ...(await measureIdle({ database: 'new embedded engine', compileCache }, new Services(embedded))),
        ...(await measureIdle({ database: 'embedded engine', compileCache }, new Services(embedded))),
        // The bff's figures are those of this one, which starts with the compiled sources.
        ...(await measureIdle({ database: 'PostgreSQL', compileCache }, new Services(server))),
      }
      for (const [name, value] of Object.entries(figures)) found.set(name, [...(found.get(name) ?? []), value])
    } finally {
      await server.remove()
    }
  }
  const rows = [...found].map(([name, values]) => [name, median(values).toFixed(0)])
  showTable('After the start, with an empty database', ['', 'median'], rows)
}
