import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readRouterSettings } from '@agency/test-kit/nginx/web-server'
import { Ajv } from 'ajv'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig as readBffConfig } from '../../bff/src/config.ts'
import { readConfig as readCoreConfig } from '../../core-api/src/config.ts'
import { describeSettings } from '../../scripts/describe-settings.ts'
import { foldersOf, partNamed } from '../../scripts/parts.ts'
import { filesBelow, root } from '../../scripts/repository.ts'
import { Composition } from './kit/composition.ts'
import { copiesIn, instructionsOf, isIgnored } from './kit/dockerfile.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const file: unknown = parse(read('docker-compose.yml'), { merge: true })
const composition = Value.Parse(Composition, file)
const services = Object.entries(composition.services)
const serviceNamed = (name: string) => composition.services[name] ?? expect.fail(`no service ${name}`)
/** In the order of their names. */
const behindNginx = ['admin-app', 'bff', 'portal-app', 'shared-ui']
const dockerignore = read('.dockerignore')
const dockerfiles = [...new Set(services.flatMap(([, { build }]) => (build ? [build.dockerfile] : [])))]

/** The value that a setting has when nothing is set on the host. */
const defaultOf = (value: string) => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(serviceNamed(name).environment ?? {}).map(([key, value]) => [key, defaultOf(value)]),
  )
const secretPath = '/run/secrets/'

describe('given .env.example', () => {
  test('when it is made from the settings again, then it is the same, and names what each installation must set', () => {
    const made = describeSettings(read('docs/settings.md'), read('docker-compose.yml'))
    expect(read('.env.example')).toBe(made)
    const needed = ['must set', '#DOMAIN=', '#AGENCY_PHONE=', 'should set', '#SMTP_URL=', 'may set', '#PDF_WORKERS=']
    expect(needed.toSorted((a, b) => made.indexOf(a) - made.indexOf(b))).toEqual(needed)
  })
})

describe('given docker-compose.yml', () => {
  test('when it is held against the Compose specification, then it is as that says', () => {
    const schema = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'))
    const check = new Ajv({ strict: false, validateFormats: false, validateSchema: false, allErrors: true }).compile(
      schema,
    )
    check(file)
    expect(check.errors).toBeNull()
    check({ services: { nginx: { image: 'nginx', restrat: 'always' } } })
    expect(check.errors).not.toBeNull()
  })

  test('when it is read, then it has every part of the product, and two of each service', () => {
    const twice = [...behindNginx, 'core'].flatMap((name) => [`${name}-1`, `${name}-2`])
    const once = ['certificates', 'check-bff', 'nginx', 'postgres', 'secrets']
    expect(services.map(([name]) => name).sort()).toEqual([...twice, ...once].sort())
    for (const name of [...behindNginx, 'core']) {
      const { networks: _one, ...first } = serviceNamed(`${name}-1`)
      const { networks: _two, ...second } = serviceNamed(`${name}-2`)
      expect(second).toEqual(first)
    }
  })

  test('when a service names another one, a network, a volume, a file or a secret, then it is there', () => {
    for (const [, { depends_on = {}, networks = {}, volumes = [] }] of services) {
      expect(Object.keys(composition.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
      expect(Object.keys(composition.networks)).toEqual(expect.arrayContaining(Object.keys(networks)))
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        // What is made on the first start is not in the repository.
        if (source === './secrets') expect(isIgnored(dockerignore, 'secrets/master_key')).toBe(true)
        else if (source.startsWith('./')) expect(existsSync(join(root, source)), source).toBe(true)
        else expect(Object.keys(composition.volumes)).toContain(source)
      }
    }
  })

  test('[OP-01] when a service has secrets, then it waits for them to be made, and reads those shared with it and no other', () => {
    const shared = Object.fromEntries(
      [...read('nginx/share-secrets.sh').matchAll(/^share (\S+) (.+)$/gm)].map(([, to = '', names = '']) => [
        to,
        names,
      ]),
    )
    for (const [name, { volumes = [], depends_on = {} }] of services) {
      const [, to] = volumes.join().match(/secrets-(\w+):\/run\/secrets:ro/) ?? []
      const used = Object.values(environmentOf(name)).filter((value) => value.startsWith(secretPath))
      const names = used.map((path) => path.slice(secretPath.length)).sort()
      expect(names.join(' '), name).toBe((shared[to ?? ''] ?? '').split(' ').sort().join(' '))
      if (to) expect(depends_on.secrets?.condition, name).toBe('service_completed_successfully')
    }
    for (const secret of Object.values(shared).flatMap((names) => names.split(' ')))
      expect(read('nginx/make-secrets.sh')).toMatch(new RegExp(`\\b${secret}\\b`))
  })

  test('when a newer PostgreSQL is out, then no bot changes the major version, which names the folder of the data too', () => {
    const { updates } = parse(read('.github/dependabot.yml'))
    const compose = updates.find(
      (update: { 'package-ecosystem': string }) => update['package-ecosystem'] === 'docker-compose',
    )
    const major = { 'dependency-name': 'postgres', 'update-types': ['version-update:semver-major'] }
    expect(compose.ignore).toEqual([major])
    const { image, environment, volumes } = serviceNamed('postgres')
    const version = /^postgres:(.*)$/.exec(image ?? '')?.[1] ?? expect.fail('no version')
    expect(environment).toMatchObject({ POSTGRES_VERSION: version, PGDATA: `/var/lib/postgresql/${version}/data` })
    expect(volumes).toContain('database:/var/lib/postgresql')
    expect(serviceNamed('secrets').image).toBe(image)
    expect(defaultOf(version)).toMatch(/^\d+$/)
  })

  test('when an image is built, then no secret goes into it', () => {
    for (const path of ['secrets/master_key', '.env', 'data/keys/master.key', 'releases/bff-1.yml', '.git/config'])
      expect([path, isIgnored(dockerignore, path)]).toEqual([path, true])
  })

  test('[OP-01] when it is built, then each part has one image, whatever the number of its replicas', () => {
    const built = services.flatMap(([, { build, image }]) => (build ? [`${build.dockerfile} ${image}`] : []))
    expect(new Set(built).size).toBe(dockerfiles.length)
    for (const line of built) expect(line).toMatch(/^(?:nginx\/)?(\S+)\/Dockerfile agency-portal\/\1$/)
  })

  test('when it runs, then nginx alone is reached from outside', () => {
    expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['nginx'])
  })

  test('when a part is compromised, then it reaches only its own networks', () => {
    const membersOf = (network: string) =>
      services.flatMap(([name, { networks }]) => (networks?.[network] ? [name] : [])).sort()
    expect(membersOf('front')).toEqual([...behindNginx.flatMap((name) => [`${name}-1`, `${name}-2`]), 'nginx'].sort())
    expect(membersOf('core')).toEqual(['bff-1', 'bff-2', 'core-1', 'core-2'])
    expect(membersOf('outside')).toEqual(['certificates'])
    expect(membersOf('data')).toEqual(['core-1', 'core-2', 'postgres'])
    expect(composition.networks.data?.internal).toBe(true)
  })

  test('when a container runs, then it can neither write to its image, nor gain rights, nor take the machine', () => {
    for (const [name, service] of services) {
      expect(service.cap_drop, name).toEqual(['ALL'])
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      if (name !== 'secrets') expect(service.healthcheck?.test[0], name).toBe('CMD')
    }
    expect(serviceNamed('postgres').user).toBe('postgres')
    for (const dockerfile of dockerfiles)
      expect(instructionsOf(read(dockerfile))).toContainEqual(expect.stringMatching(/^USER (node|nginx)$/))
  })

  test('when a replica is rolled, then it counts as healthy once it can do its work, not when it runs', () => {
    for (const name of ['bff-1', 'core-1'])
      expect(serviceNamed(name).healthcheck?.test.at(-1)).toMatch(/^fetch\('http:\/\/127\.0\.0\.1:\d+\/readyz'\)/)
  })

  test('when a replica is made anew, then nginx finds it at the address it knew', () => {
    const lists = Object.entries(environmentOf('nginx')).filter(([name]) => name.endsWith('_ADDRESSES'))
    const hosts = lists.flatMap(([, list]) => list.split(',')).map((address) => address.split(':')[0] ?? '')
    expect(hosts.sort()).toEqual(behindNginx.flatMap((name) => [`${name}-1`, `${name}-2`]))
    const fixed = hosts.map((host) => serviceNamed(host).networks?.front?.ipv4_address)
    expect(new Set(fixed).size).toBe(hosts.length)
    const subnet = composition.networks.front?.ipam?.config[0]?.subnet.replace('0/24', '')
    for (const address of fixed) expect(address?.startsWith(subnet ?? 'none')).toBe(true)
  })
})

describe('given the settings of a service', () => {
  const key = Buffer.alloc(32).toString('base64')
  const secretValues: Record<string, string> = {
    DATABASE_URL: 'postgres://agency:x@postgres/agency',
    SEAL_KEY: '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n',
  }

  test.each([
    ['bff-1', readBffConfig],
    ['core-1', readCoreConfig],
  ])('when %s reads them, then it knows each one and accepts its default', (name, readConfig) => {
    const asked = new Set<PropertyKey>()
    const given = Object.fromEntries(
      Object.entries(environmentOf(name)).map(([setting, value]) => {
        const secret = setting.replace(/_FILE$/, '')
        return secret === setting ? [setting, value] : [secret, secretValues[secret] ?? key]
      }),
    )
    const environment = new Proxy(given, {
      get: (target, setting) => {
        asked.add(setting)
        return Reflect.get(target, setting)
      },
    })
    expect(() => readConfig(environment)).not.toThrow()
    expect([...asked]).toEqual(expect.arrayContaining(Object.keys(environmentOf(name))))
  })

  /** What the composition itself decides: where things are, and what stands in front of what. */
  const decided = new Set('HOST PORT DATA_DIR SERVE_APPS CORE_URL ADMIN_APP_URL PORTAL_APP_URL'.split(' '))

  test('[OP-03] when docs/settings.md names one, then it can be given in .env', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| (`[A-Z_` \d]+`) \| ([a-z, -]+) \|/gm)]
    const named = rows.flatMap(([, names = '', service = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, service })),
    )
    const missing = named.flatMap(({ name, service }) => {
      if (decided.has(name)) return []
      const readers = [...(/bff|both/.test(service) ? ['bff-1'] : []), ...(/core|both/.test(service) ? ['core-1'] : [])]
      return readers.flatMap((reader) => {
        const value = serviceNamed(reader).environment?.[name]
        return value?.startsWith(`\${${name}:-`) ? [] : [`${reader}: ${name}`]
      })
    })
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(40)
  })

  test('when the router reads them, then it accepts them and knows each one', () => {
    // Any readable file: what is in it is nginx’s to say.
    const certificate = join(root, 'package.json')
    const settings = { ...environmentOf('nginx'), TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: certificate }
    expect(readRouterSettings(settings)).toMatchObject({ TRANSPORT: 'tls' })
    const texts = read('nginx/15-router-settings.envsh') + read('nginx/templates/router.conf.template')
    for (const setting of Object.keys(settings)) {
      expect(texts).toMatch(
        new RegExp(`\\b${setting.replace(/^(BFF|ADMIN_APP|PORTAL_APP|SHARED_UI)_/, '')}\\b|\\b${setting}\\b`),
      )
    }
  })

  test.each(['admin-app', 'portal-app', 'shared-ui'])(
    'when %s starts, then its image sets all that is used',
    (part) => {
      const wanted = [...read('nginx/app/app.conf.template').matchAll(/\$\{([A-Z_]+)\}/g)].map(([, setting]) => setting)
      expect(wanted.length).toBeGreaterThan(0)
      for (const setting of wanted) expect(read(`${part}/Dockerfile`)).toMatch(new RegExp(`\\b${setting}=`))
      expect(serviceNamed(`${part}-1`).volumes).toEqual([`${part}:/srv/files`])
    },
  )
})

const below = (folder: string) => [...filesBelow(join(root, folder))].map((path) => relative(root, path))

/** A workspace is copied whole, or without its tests; the router has files in folders of its own. */
const isSourcesOf = (folder: string, source: string) =>
  source === folder || source === `${folder}/src` || (folder === 'nginx' && source.startsWith('nginx/'))

describe.each(dockerfiles)('given %s', (dockerfile) => {
  const text = read(dockerfile)

  test('when it copies something, then that is there', () => {
    const sources = copiesIn(text)
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
  })

  test('when it copies something, then nothing of it but tests is kept from the engine', () => {
    const files = copiesIn(text).flatMap((source) => (statSync(join(root, source)).isFile() ? [source] : below(source)))
    const ignored = files.filter((path) => isIgnored(dockerignore, path))
    expect(ignored.filter((path) => !/\.test\.tsx?$/.test(path))).toEqual([])
  })

  test('when it has Node.js, then the one that everything is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    for (const line of instructionsOf(text).filter((each) => each.startsWith('FROM node')))
      expect(line).toMatch(new RegExp(`^FROM node:${devDependencies.node}-slim( |$)`))
  })

  test('when it copies a script, then that can be run', () => {
    for (const source of copiesIn(text).filter((name) => name.endsWith('.sh')))
      expect(statSync(join(root, source)).mode & 0o111, source).not.toBe(0)
  })

  test('when it starts a service, then by the command that the tests start it with', () => {
    const command = {
      'bff/Dockerfile': 'CMD ["node", "bff/dist/main.js"]',
      'core-api/Dockerfile': 'CMD ["node", "--heap-growing-percent=30", "core-api/src/main.ts"]',
    }[dockerfile]
    if (command) expect(instructionsOf(text).at(-1)).toBe(command)
  })

  test('when it starts a service, then with sources that its user has compiled, with the same options', () => {
    const lines = instructionsOf(text)
    const [, command = ''] = /^CMD \["(node.+)"\]$/.exec(lines.at(-1) ?? '') ?? []
    if (!command) return
    const compiles = lines.indexOf(`RUN ${command.replaceAll('", "', ' ')} 2>&1 | grep 'Invalid settings'`)
    const cache = lines.findIndex((line) => line.startsWith('ENV NODE_COMPILE_CACHE='))
    expect(cache).toBeGreaterThan(-1)
    expect(compiles).toBeGreaterThan(Math.max(cache, lines.indexOf('USER node')))
    expect(lines.findLastIndex((line) => /^(COPY|ENV) /.test(line))).toBeLessThan(compiles)
  })

  test('when it builds or starts a part, then it has each workspace that the part declares', () => {
    // Has none: it is built on the machine that it runs on.
    if (dockerfile === 'nginx/certificates/Dockerfile') return
    const part = partNamed(dockerfile.replace('/Dockerfile', ''))
    const copied = copiesIn(text)
    const missing = foldersOf(part).filter((folder) => !copied.some((source) => isSourcesOf(folder, source)))
    expect(missing).toEqual([])
    const installed = instructionsOf(text).filter((line) => line.startsWith('RUN npm ci'))
    for (const line of installed) expect(line.match(/(?<=--workspace )\S+/g)?.sort()).toEqual(foldersOf(part).sort())
  })

  test('when npm installs workspaces, then it has the manifest of each', () => {
    const installs = instructionsOf(text).filter((line) => line.startsWith('RUN npm ci'))
    const named = installs.flatMap((line) => [...line.matchAll(/--workspace (\S+)/g)].map(([, workspace]) => workspace))
    expect(copiesIn(text)).toEqual(expect.arrayContaining(named.map((workspace) => `${workspace}/package.json`)))
  })
})
