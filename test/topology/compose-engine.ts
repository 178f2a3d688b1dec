import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../../scripts/repository.ts'

const project = 'agency-test'
/** Building and pulling images can take long on a small machine. */
const startTimeout = 15 * 60_000

/** `docker compose`, or the older `docker-compose` where that is what the machine has. */
const hasPlugin = () => spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0

/** A checkout of HEAD with nothing else in it, started by a container engine. */
export class ComposeEngine {
  readonly project = project
  readonly directory = mkdtempSync(join(tmpdir(), 'composition-'))
  readonly #command: readonly string[]
  readonly #environment: Record<string, string>

  /** @param environment settings, as `.env` would give them */
  constructor(environment: Record<string, string>) {
    this.#environment = environment
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', this.directory], { input: archive })
    const compose = hasPlugin() ? ['docker', 'compose'] : ['docker-compose']
    if (compose.length === 1) this.#dropName()
    const network = process.env.COMPOSE_BUILD_NETWORK
    if (network) this.#buildOn(network)
    this.#command = [...compose, '--project-name', project]
  }

  /** Runs one command of compose. @returns what it printed */
  run(...args: string[]): string {
    return this.feed('', ...args)
  }

  /** Runs one command of compose that reads a text. @returns what it printed */
  feed(input: string, ...args: string[]): string {
    const [program = '', ...first] = this.#command
    return execFileSync(program, [...first, ...args], {
      cwd: this.directory,
      env: { ...process.env, ...this.#environment, COMPOSE_PROJECT_NAME: project },
      encoding: 'utf8',
      input,
      stdio: 'pipe',
      timeout: startTimeout,
    })
  }

  /** Runs one command of the engine on the container of a service. */
  docker(service: string, ...args: string[]): string {
    return execFileSync('docker', [...args, this.#container(service)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Runs a script in the container of a service, as its user. @param args are $0 and so on */
  shell(service: string, script: string, ...args: string[]): string {
    return this.run('exec', '-T', service, 'sh', '-c', script, ...args)
  }

  /** Resolves when the health check of a service passes. @throws after two minutes */
  async whenHealthy(service: string): Promise<void> {
    for (let tries = 0; tries < 240; tries += 1) {
      if (this.docker(service, 'inspect', '--format', '{{.State.Health.Status}}').trim() === 'healthy') return
      await delay(500)
    }
    throw new Error(`${service} did not become healthy:\n${this.run('logs', '--tail', '30', service)}`)
  }

  /** Ends and removes all of it, with its volumes. */
  remove(): void {
    this.run('down', '--volumes', '--timeout', '5')
    rmSync(this.directory, { recursive: true, force: true })
  }

  #container(service: string): string {
    const id = this.run('ps', '--quiet', '--all', service).trim()
    return id === '' ? `${project}_${service}_1` : id
  }

  /** Compose before version 2 does not know the element. */
  #dropName(): void {
    const path = join(this.directory, 'docker-compose.yml')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^name: .*$/m, ''))
  }

  /** For machines on which only the host's network leads to the package registry. */
  #buildOn(network: string): void {
    const path = join(this.directory, 'docker-compose.yml')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/build: \{ context: \./g, `build: { network: ${network}, context: .`),
    )
  }
}
