import { benchDatabases } from './agency-databases.ts'
import { benchAgencyServices } from './agency-services.ts'
import type { BenchOptions } from './core-bench.ts'

const parts = { databases: benchDatabases, services: benchAgencyServices }

/** Many agencies on one machine, each with its own database. `--only` may be `databases` or `services`. */
export async function benchAgencies(options: BenchOptions): Promise<void> {
  for (const [name, part] of Object.entries(parts)) if (name.includes(options.only)) await part(options)
}
