import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/repository.ts'
import { linkPackages } from './part-copy.ts'

const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
/** Told of one app; the rest is seldom news. */
const mostFaults = 5

/**
 * Checks the types of a released app, as it uses the components of shared-ui, against another release of shared-ui.
 * @param appSources the app's `.sources.tar.gz`; `sharedUiSources` that of the other release
 * @returns what the compiler finds wrong
 */
export async function checkTypes(app: string, appSources: string, sharedUiSources: string): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'types-'))
  try {
    execFileSync('tar', ['-xzf', appSources, '-C', directory])
    for (const own of ['shared-ui/src', 'shared-ui/package.json']) rmSync(join(directory, own), { recursive: true })
    // The rest of shared-ui's folder is its loader, which is part of the app's own build.
    execFileSync('tar', ['-xzf', sharedUiSources, '-C', directory, 'shared-ui/src', 'shared-ui/package.json'])
    linkPackages(directory)
    const output = await compile(directory, app)
    return output
      .split('\n')
      .filter((line) => line.includes(': error TS'))
      .slice(0, mostFaults)
      .map((line) => `${app}: ${line}`)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What the compiler says, a fault a line; nothing when all is well. */
function compile(directory: string, app: string): Promise<string> {
  // FORCE_COLOR, which Playwright sets, would have it say `error TS` with colours in between.
  const options = [compiler, '--pretty', 'false', '-p', app]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, { cwd: directory }, (error, stdout, stderr) => {
      if (error && !stdout.includes('error TS')) reject(new Error(`The types could not be checked: ${stdout}${stderr}`))
      else resolve(stdout)
    })
  })
}
