import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig as readBffConfig } from '../bff/src/config.ts'
import { readConfig as readCoreConfig } from '../core-api/src/config.ts'
import { root } from '../scripts/stale-parts.ts'
import { Composition } from './testing/composition.ts'
import { copiesIn, instructionsOf } from './testing/dockerfile.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const composition = Value.Parse(Composition, parse(read('docker-compose.yml'), { merge: true }))
const services = Object.entries(composition.services)
const built = services.flatMap(([name, { build }]) => (build ? [{ name, ...build }] : []))
const serviceNamed = (name: string) => {
  const service = composition.services[name]
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`)
  return service
}

/** The value that a setting has when nothing is set on the host. */
const defaultOf = (value: string) => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')
const environmentOf = (name: string) =>
  Object.entries(serviceNamed(name).environment ?? {}).map(([key, value]) => [key, defaultOf(String(value))] as const)

describe('given docker-compose.yml', () => {
  test('when it is read, it has every part of the product', () => {
    const parts = ['admin-app', 'bff', 'core-api', 'nginx', 'portal-app', 'postgres', 'shared-ui']
    expect(services.map(([name]) => name).sort()).toEqual(parts)
  })

  test('when a service names another one, a network, a volume or a secret, it is there', () => {
    for (const [, { depends_on = {}, networks, secrets = [], volumes = [] }] of services) {
      expect(Object.keys(composition.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
      expect(Object.keys(composition.networks)).toEqual(expect.arrayContaining(networks))
      expect(Object.keys(composition.secrets)).toEqual(expect.arrayContaining(secrets))
      const sources = volumes.map((volume) => volume.split(':')[0])
      expect(Object.keys(composition.volumes)).toEqual(expect.arrayContaining(sources))
    }
  })

  test('when a secret is named, it is used, and its file is kept out of images', () => {
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets))
    expect([...used].sort()).toEqual(Object.keys(composition.secrets).sort())
    for (const { file } of Object.values(composition.secrets)) expect(file).toMatch(/^\.\/secrets\//)
    expect(read('.dockerignore')).toMatch(/^secrets$/m)
  })

  test('when a setting names a secret’s file, the service is given that secret', () => {
    for (const [name, { secrets = [] }] of services) {
      const files = environmentOf(name).filter(([key]) => key.endsWith('_FILE'))
      expect(files.map(([, path]) => path)).toEqual(secrets.map((secret) => `/run/secrets/${secret}`))
    }
  })

  test('when it runs, nginx alone is reached from outside', () => {
    expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['nginx'])
  })

  test('when a part is broken into, it reaches no further than its networks', () => {
    const membersOf = (network: string) =>
      services.flatMap(([name, { networks }]) => (networks.includes(network) ? [name] : [])).sort()
    expect(membersOf('front')).toEqual(['admin-app', 'bff', 'nginx', 'portal-app', 'shared-ui'])
    expect(membersOf('core')).toEqual(['bff', 'core-api'])
    expect(membersOf('data')).toEqual(['core-api', 'postgres'])
    expect(composition.networks.data?.internal).toBe(true)
  })

  test('when a container runs, it can neither write to its image nor gain rights', () => {
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      expect(service.healthcheck.test[0], name).toBe('CMD')
    }
    expect(serviceNamed('postgres').user).toBe('postgres')
    for (const { dockerfile } of built)
      expect(instructionsOf(read(dockerfile))).toContainEqual(expect.stringMatching(/^USER (node|nginx)$/))
  })
})

describe('given the settings of a service', () => {
  const key = Buffer.alloc(32).toString('base64')
  const secretValues = { DATABASE_URL: 'postgres://agency:x@postgres/agency' }

  test.each([
    ['bff', readBffConfig],
    ['core-api', readCoreConfig],
  ])('when %s reads them, it knows each one and accepts its default', (name, readConfig) => {
    const asked = new Set<PropertyKey>()
    const given: Record<string, string> = Object.fromEntries(
      environmentOf(name).map(([key_, value]) => {
        const secret = key_.replace(/_FILE$/, '')
        return secret === key_ ? [key_, value] : [secret, { ...secretValues }[secret] ?? key]
      }),
    )
    const environment = new Proxy(given, {
      get: (target, setting) => {
        asked.add(setting)
        return Reflect.get(target, setting)
      },
    })
    expect(() => readConfig(environment)).not.toThrow()
    expect([...asked]).toEqual(expect.arrayContaining(environmentOf(name).map(([setting]) => setting)))
  })

  test.each([
    ['nginx', 'nginx/Dockerfile', ['nginx/15-router-settings.envsh']],
    ['portal-app', 'nginx/app.Dockerfile', ['nginx/app/app.conf.template']],
    ['admin-app', 'nginx/app.Dockerfile', ['nginx/app/app.conf.template']],
  ])('when %s starts, it knows each one', (name, dockerfile, users) => {
    const texts = users.map(read).join('\n')
    const image = [...read(dockerfile).matchAll(/^(?:ENV|) +?([A-Z_]+)=\S/gm)].map(([, setting]) => setting)
    const set = [...environmentOf(name).map(([setting]) => setting), ...image]
    expect(
      set.filter((setting) => setting !== 'NGINX_ENVSUBST_OUTPUT_DIR' && !texts.includes(String(setting))),
    ).toEqual([])
  })
})

describe.each(built)('given the Dockerfile of $name', ({ dockerfile, args = {} }) => {
  const text = read(dockerfile).replaceAll(/\$\{PART\}/g, args.PART ?? '')

  test('when it copies something, that is there', () => {
    const sources = copiesIn(text)
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
  })

  test('when npm installs workspaces, it has the manifest of each', () => {
    const installs = instructionsOf(text).filter((line) => line.startsWith('RUN npm ci'))
    const named = installs.flatMap((line) => [...line.matchAll(/--workspace (\S+)/g)].map(([, workspace]) => workspace))
    expect(copiesIn(text)).toEqual(expect.arrayContaining(named.map((workspace) => `${workspace}/package.json`)))
  })
})
