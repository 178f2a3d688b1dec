import type { ComposeEngine } from './compose-engine.ts'

/** The most memory that a container has taken, in bytes: of control groups version 2, else 1. */
const readPeak = 'cat /sys/fs/cgroup/memory.peak 2> /dev/null || cat /sys/fs/cgroup/memory/memory.max_usage_in_bytes'

/** Prints the user's id, what it may do, and what it could write to the image. */
const readRights = 'id -u; grep CapEff /proc/self/status | cut -f 2; touch /probe 2> /dev/null && echo written || true'

/**
 * Loads a service's sources as its start does, without settings, so that it ends. Prints how many were compiled when the
 * image was built, and how many were not.
 */
const readCompiled = `env -i PATH="$PATH" NODE_OPTIONS="$NODE_OPTIONS" NODE_COMPILE_CACHE="$NODE_COMPILE_CACHE" \
  NODE_DEBUG_NATIVE=COMPILE_CACHE node "$0" 2>&1 | awk '
  /V8 code cache for .* was accepted/ { found += 1 }
  /V8 code cache for .* was (rejected|not initialized)/ { missed += 1 }
  END { print found + 0, missed + 0 }'`

interface Checking {
  /** The services that run all the time. */
  services: readonly string[]
  tell: (what: string) => void
}

/** @returns what is wrong with the containers: rights, memory, and those that ended by themselves */
export function checkContainers(engine: ComposeEngine, { services, tell }: Checking): string[] {
  return services.flatMap((service) => [
    ...checkRights(engine, service),
    ...checkMemory(engine, service, tell),
    ...(/^(bff|core)-/.test(service) ? checkCompiled(engine, service, tell) : []),
  ])
}

function checkRights(engine: ComposeEngine, service: string): string[] {
  const [user, capabilities, written] = engine.shell(service, readRights).trim().split('\n')
  return [
    ...(user === '0' ? [`${service} runs as root`] : []),
    ...(Number(`0x${capabilities}`) === 0 ? [] : [`${service} has capabilities ${capabilities}`]),
    ...(written === undefined ? [] : [`${service} can write to its image`]),
  ]
}

function checkMemory(engine: ComposeEngine, service: string, tell: Checking['tell']): string[] {
  const format = '{{.State.OOMKilled}} {{.RestartCount}} {{.HostConfig.Memory}}'
  const [killed, restarts, limit] = engine.docker(service, 'inspect', '--format', format).trim().split(' ')
  const peak = Number(engine.shell(service, readPeak))
  tell(`${service}: at most ${Math.round(peak / 2 ** 20)} of ${Math.round(Number(limit) / 2 ** 20)} MB`)
  if (killed === 'true') return [`${service} took more memory than it may`]
  return restarts === '0' ? [] : [`${service} ended by itself ${restarts} times`]
}

function checkCompiled(engine: ComposeEngine, service: string, tell: Checking['tell']): string[] {
  const command = engine.docker(service, 'inspect', '--format', '{{join .Config.Cmd " "}}').trim()
  const counted = engine.shell(service, readCompiled, command.replace(/^node /, ''))
  const [found = 0, missed = 0] = counted.trim().split(' ').map(Number)
  tell(`${service}: ${found} sources were compiled with the image`)
  return found > 0 && missed === 0 ? [] : [`${service} compiles ${missed} sources, and has ${found} compiled`]
}
