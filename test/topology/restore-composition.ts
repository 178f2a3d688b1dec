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

/**
 * Gives PostgreSQL another version by the script of nginx/README.md. The newer one is the same image by another name: what is
 * tested is the way there, on a machine that need not reach a registry.
 */
export async function upgradeDatabase(engine: ComposeEngine, services: readonly string[]): Promise<void> {
  execFileSync('docker', ['tag', 'postgres:17', 'postgres:99'])
  try {
    engine.execute('sh', 'scripts/upgrade-database.sh', '99')
  } finally {
    execFileSync('docker', ['rmi', 'postgres:99'], { stdio: 'ignore' })
  }
  for (const service of services) await engine.whenHealthy(service)
}
