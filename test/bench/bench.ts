import { parseArgs } from 'node:util'
import { benchAgencies } from './agencies-bench.ts'
import { benchAudit } from './audit-bench.ts'
import { type BenchOptions, benchCore, benchEmbedded } from './core-bench.ts'
import { benchDirectus } from './directus-bench.ts'
import { benchFirstScreen } from './first-screen-bench.ts'
import { benchIdle } from './idle-bench.ts'
import { benchLighthouse } from './lighthouse-bench.ts'
import { benchPages } from './page-bench.ts'
import { benchPortal } from './portal-bench.ts'
import { benchProxy } from './proxy-bench.ts'
import { benchReplicas } from './replicas-bench.ts'
import { benchScale } from './scale-bench.ts'
import { benchSealing } from './sealing-bench.ts'
import { benchSearch } from './search-bench.ts'
import { say } from './table.ts'
import { benchUpload } from './upload-bench.ts'

const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  core: benchCore,
  directus: benchDirectus,
  proxy: benchProxy,
  replicas: benchReplicas,
  embedded: benchEmbedded,
  upload: benchUpload,
  sealing: benchSealing,
  audit: benchAudit,
  idle: benchIdle,
  scale: benchScale,
  search: benchSearch,
  pages: benchPages,
  portal: benchPortal,
  'first-screen': benchFirstScreen,
  lighthouse: benchLighthouse,
  agencies: benchAgencies,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '16' },
    agencies: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
})

const bench = benches[positionals[0] ?? '']
if (bench) {
  await bench({
    clients: Number(values.clients),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    callers: Number(values.callers),
    agencies: Number(values.agencies),
    only: values.only,
  })
} else {
  say(
    `npm run bench -- ${Object.keys(benches).join(' | ')} [--clients 100000] [--seconds 4] [--rounds 3] [--callers 16] [--agencies 1000] [--only NAME]`,
  )
  process.exitCode = 1
}
