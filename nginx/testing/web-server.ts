import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../scripts/product.ts'
import { send } from './send.ts'

const folder = join(import.meta.dirname, '..')

export interface WebServer {
  port: number
  stop(): Promise<void>
}

export interface WebServerOptions {
  /** Takes the place of `/tmp` in the container. */
  directory: string
  /** Path of the site's template in this workspace. */
  template: string
  settings: Record<string, string>
}

/** Fills in a template as the official image does with envsubst: the names that are set, and no other `$`. */
function fillTemplate(text: string, settings: Record<string, string>): string {
  return text.replace(/\$\{(\w+)\}|\$(\w+)/g, (all, braced: string, bare: string) => settings[braced ?? bare] ?? all)
}

/** Lays the configuration out as in the image. @returns the path of nginx.conf */
function writeConfiguration({ directory, template, settings }: WebServerOptions): string {
  mkdirSync(directory, { recursive: true })
  cpSync(join(folder, 'snippets'), join(directory, 'snippets'), { recursive: true })
  const site = join(directory, 'site.conf')
  writeFileSync(site, fillTemplate(readFileSync(join(folder, template), 'utf8'), settings))
  const path = join(directory, 'nginx.conf')
  const main = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    .replaceAll('/tmp/', `${directory}/`)
    // The main file lies beside the site's here, and must not include itself.
    .replace(join(directory, '*.conf'), site)
    .replace('/dev/stdout', join(directory, 'access.log'))
  writeFileSync(path, main)
  return path
}

/** Starts a real nginx on a free port of loopback. @throws with what it says when it does not start */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const [port, healthPort] = [await freePort(), await freePort()]
  const settings = { ...options.settings, LISTEN: `127.0.0.1:${port}`, HEALTH_LISTEN: `127.0.0.1:${healthPort}` }
  const path = writeConfiguration({ ...options, settings })
  const errors = join(options.directory, 'errors.log')
  // Started by root, workers would run as another user, who cannot read the test's files.
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const child = spawn('nginx', ['-c', path, '-g', `daemon off;${user}`], {
    stdio: ['ignore', 'ignore', openSync(errors, 'w')],
  })
  while (!(await isHealthy(healthPort))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${readFileSync(errors, 'utf8')}`)
    await setTimeout(20)
  }
  return {
    port,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

const isHealthy = (port: number): Promise<boolean> =>
  send(port, { path: '/healthz', host: 'health' }).then(
    ({ status }) => status === 204,
    () => false,
  )
