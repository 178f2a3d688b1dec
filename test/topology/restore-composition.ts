import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComposeEngine } from './compose-engine.ts'

const commands = 'core-api/src/cli'

/** Mounts a directory for backups, as docs/backup.md says. Before the composition is started. */
export function mountBackups(engine: ComposeEngine): void {
  const directory = join(engine.directory, 'backups')
  mkdirSync(directory)
  // Of the image's user, whatever its id is here.
  chmodSync(directory, 0o777)
  const volumes = { volumes: [`${directory}:/backups`] }
  const override = { services: { 'core-1': volumes, 'core-2': volumes } }
  writeFileSync(join(engine.directory, 'docker-compose.override.yml'), JSON.stringify(override))
}

/** Backs up, removes all containers and volumes, and restores by the commands of docs/backup.md. Secrets are kept. */
export async function restoreComposition(engine: ComposeEngine, services: readonly string[]): Promise<void> {
  const identity = execFileSync('age-keygen', { encoding: 'utf8', stdio: 'pipe' })
  const recipient = /public key: (\S+)/.exec(identity)?.[1] ?? ''
  const backup = ['node', `${commands}/backup.ts`, '--to', '/backups', '--recipient', recipient]
  engine.run('exec', '-T', 'core-1', ...backup)
  engine.run('down', '--volumes', '--timeout', '30')
  engine.run('up', '--detach', 'postgres')
  await engine.whenHealthy('postgres')
  const restore = ['node', `${commands}/restore.ts`, '--from', '/backups', '--identity', '/dev/stdin']
  engine.feed(identity, 'run', '--rm', '-T', 'core-1', ...restore)
  engine.run('up', '--detach')
  for (const service of services) await engine.whenHealthy(service)
}
