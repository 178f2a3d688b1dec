import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { buildApp as buildBff } from '../bff/src/app.ts'
import { readConfig as readBffConfig } from '../bff/src/config.ts'
import { mergeDescriptions } from '../bff/src/features/docs/merge-descriptions.ts'
import { buildApp as buildCore } from '../core-api/src/app.ts'
import { readConfig as readCoreConfig } from '../core-api/src/config.ts'
import { describePermissions } from './describe-permissions.ts'
import { describeSettings } from './describe-settings.ts'
import { root } from './repository.ts'

/** With `--check` the committed description is compared and not written. */
const path = join(root, 'packages/contract/openapi.json')
const key = Buffer.alloc(32).toString('base64')

/** The description of the public API as the schemas of both services say it now, as text. */
async function describeApi(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'openapi-'))
  const settings = { LOG_LEVEL: 'silent', PRINCIPAL_SECRET: key, JWT_SECRET: key, COOKIE_SECRET: key }
  const pdfWorker = createPdfWorker()
  const target = { directory: null }
  const core = await buildCore(readCoreConfig({ ...settings, DATA_DIR: directory }), { target, pdfWorker })
  const bff = await buildBff(readBffConfig(settings))
  try {
    await core.ready()
    await bff.ready()
    return format(JSON.stringify(mergeDescriptions(core.swagger(), bff.swagger())))
  } finally {
    await bff.close()
    await core.close()
    await pdfWorker.close()
    rmSync(directory, { recursive: true })
  }
}

/** As the formatter has every file. @throws when it cannot be run */
function format(json: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  const options = ['format', `--stdin-file-path=${path}`]
  const { status, stdout, stderr } = spawnSync(biome, options, {
    cwd: root,
    input: json,
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  if (status !== 0) throw new Error(`The description could not be formatted:\n${stderr}`)
  return stdout
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const described = await describeApi()
if (!values.check) {
  writeFileSync(path, described)
  writeFileSync(join(root, 'docs/permissions.md'), describePermissions())
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const example = describeSettings(text('docs/settings.md'), text('docker-compose.yml'))
  writeFileSync(join(root, '.env.example'), example)
} else if (readFileSync(path, 'utf8') !== described) {
  console.error('packages/contract/openapi.json is not what the schemas say now: run `npm run openapi` and commit it.')
  process.exitCode = 1
}
