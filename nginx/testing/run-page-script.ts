import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../40-page-environment.sh')

/** Runs the entry-point script that fills in an app's page, with these settings alone. @throws when it refuses them */
export function runPageScript(settings: Record<string, string>): void {
  execFileSync(script, { env: { PATH: process.env.PATH ?? '', ...settings }, stdio: 'pipe' })
}
