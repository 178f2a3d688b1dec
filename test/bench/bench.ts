import { parseArgs } from 'node:util'
import { benchBook } from './book-bench.ts'
import { type BenchOptions, benchCore } from './core-bench.ts'
import { benchDirectus } from './directus-bench.ts'
import { benchPortal } from './portal-bench.ts'
import { benchScale } from './scale-bench.ts'
import { benchSealing } from './sealing-bench.ts'
import { benchSearch } from './search-bench.ts'
import { say } from './table.ts'
import { benchUpload } from './upload-bench.ts'

const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  core: benchCore,
  directus: benchDirectus,
  upload: benchUpload,
  sealing: benchSealing,
  scale: benchScale,
  search: benchSearch,
  portal: benchPortal,
  book: benchBook,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '16' },
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
    only: values.only,
  })
} else {
  say(
    `npm run bench -- ${Object.keys(benches).join(' | ')} [--clients 100000] [--seconds 4] [--rounds 3] [--callers 16] [--only NAME]`,
  )
  process.exitCode = 1
}
