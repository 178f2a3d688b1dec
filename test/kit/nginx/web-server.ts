import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../scripts/product.ts'
import { send } from './send.ts'

const folder = join(import.meta.dirname, '../../../nginx')

export interface WebServer {
  /** Of the process that started the workers. */
  pid: number
  /** Plain HTTP. */
  port: number
  /** TLS; nothing listens there without TLS_CERTIFICATE. */
  tlsPort: number
  /** Reads its certificate and configuration again, as `nginx -s reload` does. */
  reload(): void
  stop(): Promise<void>
}

export interface WebServerOptions {
  /** Takes the place of `/tmp` in the container. */
  directory: string
  /** Path of the site's template in this workspace; those beside it are filled in too. */
  template: 'templates/router.conf.template' | 'app/app.conf.template'
  settings: Record<string, string>
  /** For plain HTTP; a free one without it. */
  port?: number
}

/** Fills in a template as the official image does with envsubst: the names that are set, and no other `$`. */
function fillTemplate(text: string, settings: Record<string, string>): string {
  return text.replace(/\$\{(\w+)\}|\$(\w+)/g, (all, braced: string, bare: string) => settings[braced ?? bare] ?? all)
}

/**
 * What the router's settings become in the container: the entry point's script is sourced before the templates are
 * filled in. @throws with what the script says when it refuses them
 */
export function readRouterSettings(settings: Record<string, string>): Record<string, string> {
  const environment = execFileSync('sh', ['-ec', '. ./15-router-settings.envsh && env -0'], {
    cwd: folder,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...settings },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const entries = environment.split('\0').filter(Boolean)
  return Object.fromEntries(entries.map((entry) => entry.split(/=([\s\S]*)/, 2)))
}

/** Lays the configuration out as in the image, in a directory of its own. @returns the path of nginx.conf */
function writeConfiguration({ directory, template, settings }: WebServerOptions): string {
  mkdirSync(directory, { recursive: true })
  cpSync(join(folder, 'snippets'), join(directory, 'snippets'), { recursive: true })
  const templates = join(folder, dirname(template))
  const filled = template.startsWith('app') ? settings : readRouterSettings(settings)
  for (const name of readdirSync(templates)) {
    const text = readFileSync(join(templates, name), 'utf8').replaceAll('/tmp/', `${directory}/`)
    // The main file lies beside the site's here, and must not include itself.
    const target = name.replace('.template', '').replace('.conf', '.site')
    writeFileSync(join(directory, target), fillTemplate(text, filled))
  }
  const path = join(directory, 'nginx.conf')
  const main = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    .replace('/tmp/*.conf', '/tmp/*.site')
    .replaceAll('/tmp/', `${directory}/`)
    .replace('/dev/stdout', join(directory, 'access.log'))
  writeFileSync(path, main)
  return path
}

async function untilHealthy(child: ChildProcess, healthPort: number, errors: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isHealthy(healthPort))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx did not start:\n${readFileSync(errors, 'utf8')}`)
    await setTimeout(20)
  }
}

/** Starts a real nginx on ports of loopback. @throws with what it says when it does not start */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const [port, tlsPort, healthPort] = [options.port ?? (await freePort()), await freePort(), await freePort()]
  const listen = {
    LISTEN: `127.0.0.1:${port}`,
    LISTEN_TLS: `127.0.0.1:${tlsPort}`,
    HEALTH_LISTEN: `127.0.0.1:${healthPort}`,
  }
  const path = writeConfiguration({ ...options, settings: { ...options.settings, ...listen } })
  const errors = join(options.directory, 'errors.log')
  // Started by root, workers would run as another user, who cannot read the test's files.
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const child = spawn('nginx', ['-c', path, '-g', `daemon off;${user}`], {
    stdio: ['ignore', 'ignore', openSync(errors, 'w')],
  })
  await untilHealthy(child, healthPort, errors)
  return {
    pid: child.pid ?? 0,
    port,
    tlsPort,
    reload: () => child.kill('SIGHUP'),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Deploys the build or the unpacked artefact of a part into what its servers serve, with the script of production. */
export function deployFiles(build: string, files: string): void {
  execFileSync('sh', [join(folder, 'deploy-files.sh'), build, files], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Starts the server of a part's files, as the part's image has it.
 * @param directory takes the place of `/tmp` in the container; `files` is what it serves
 */
export const startFileServer = (directory: string, files: string, port?: number): Promise<WebServer> =>
  startWebServer({
    directory,
    template: 'app/app.conf.template',
    settings: { FILES_DIRECTORY: files },
    ...(port === undefined ? {} : { port }),
  })

const isHealthy = (port: number): Promise<boolean> =>
  send(port, { path: '/healthz', host: 'health' }).then(
    ({ status }) => status === 204,
    () => false,
  )
