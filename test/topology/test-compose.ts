import { freePort } from '../../scripts/product.ts'
import { newTally } from './app-calls.ts'
import { checkContainers } from './check-containers.ts'
import { checkWalked } from './check-walked.ts'
import { ComposeEngine } from './compose-engine.ts'
import { mountBackups, restoreComposition } from './restore-composition.ts'
import { runThroughFaults, type Walkable } from './run.ts'
import type { Replaceable } from './topology.ts'
import { logInStaff, walk } from './walk.ts'

/**
 * [OP-01] [OP-02] The composition on a container engine: started from a fresh checkout by one command, signed through,
 * and one of each service killed and replaced under load, without a failed call or a lost write.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const behindNginx = ['bff-1', 'bff-2', 'core-1', 'core-2']
const fileServers = ['admin-app', 'portal-app', 'shared-ui'].flatMap((part) => [`${part}-1`, `${part}-2`])
const lasting = ['nginx', 'certificates', 'postgres', ...behindNginx, ...fileServers]

/** Services that did not end by themselves when they were told to, but were killed after the grace period. */
const unclean: string[] = []

function replaceable(engine: ComposeEngine, service: string): Replaceable {
  let killed = false
  return {
    name: service,
    get crashes() {
      return Number(engine.docker(service, 'inspect', '--format', '{{.RestartCount}}'))
    },
    async start() {
      if (killed) engine.docker(service, 'start')
      else engine.run('up', '--detach', '--no-deps', '--force-recreate', service)
      killed = false
      await engine.whenHealthy(service)
    },
    async stop() {
      engine.docker(service, 'stop')
      const code = engine.docker(service, 'inspect', '--format', '{{.State.ExitCode}}').trim()
      if (code !== '0') unclean.push(`${service} ended with ${code} when it was stopped`)
    },
    async kill() {
      engine.docker(service, 'kill')
      killed = true
    },
  }
}

function walkable(engine: ComposeEngine, port: number, password: string): Walkable {
  const of = (names: string[]) => names.map((name) => replaceable(engine, name))
  return {
    port,
    password,
    bffs: of(['bff-1', 'bff-2']),
    cores: of(['core-1', 'core-2']),
    files: of(fileServers),
    reloadRouter: () => engine.docker('nginx', 'kill', '--signal', 'HUP'),
    logOf: (name) => {
      const services = { bff: ['bff-1', 'bff-2'], 'core-api': ['core-1', 'core-2'], router: ['nginx'] }
      return engine.run('logs', '--no-color', ...services[name])
    },
  }
}

const [port, tlsPort] = [await freePort(), await freePort()]
const engine = new ComposeEngine({
  PORT: String(port),
  TLS_PORT: String(tlsPort),
  PUBLIC_URL: `https://client.localhost:${tlsPort}`,
  // Walkers log in with a password alone.
  STAFF_MFA: 'off',
  // All walkers call from one address.
  REQUESTS_PER_SECOND: '10000',
  REQUEST_BURST: '10000',
})
try {
  mountBackups(engine)
  const began = performance.now()
  engine.run('up', '--build', '--detach')
  for (const service of lasting) await engine.whenHealthy(service)
  say(
    `built, started and healthy after ${Math.round((performance.now() - began) / 1000)} s, ${lasting.length} services`,
  )
  const password = engine.run('exec', '-T', 'core-1', 'cat', '/run/secrets/admin_password').trim()
  const walkStaff = await logInStaff({ port: tlsPort }, password, newTally())
  const walked = await walk(walkStaff)
  say('a document was signed and sealed')
  const report = await runThroughFaults(walkable(engine, tlsPort, password), { walkers: 2, tell: say })
  say(`${report.walks} walks, ${report.calls} calls, the longest ${report.longest} ms`)
  const problems = [
    ...report.failures,
    ...report.problems,
    ...unclean,
    ...checkContainers(engine, { services: lasting, tell: say }),
  ]
  await restoreComposition(engine, lasting)
  say('a backup was restored to empty volumes')
  problems.push(...(await checkWalked(walkStaff, [walked])))
  say(`${problems.length} problems`)
  for (const problem of problems) say(`  ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  engine.remove()
}
