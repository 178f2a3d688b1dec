import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { root } from '../../scripts/repository.ts'

const Composition = Type.Object({
  services: Type.Record(
    Type.String(),
    Type.Object({ environment: Type.Optional(Type.Record(Type.String(), Type.String())) }),
  ),
})

/** What stands on this machine in place of what the composition names. */
export interface Stead {
  /** The directory with the secrets. */
  secrets: string
  /** By `host:port` in the composition: the same here. */
  addresses: Record<string, string>
}

/**
 * The settings that docker-compose.yml gives a service, as they are when nothing is set on the host: taken from there,
 * so that what is tried here is what runs there.
 */
export function composedSettings(service: string, { secrets, addresses }: Stead): Record<string, string> {
  const file = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true })
  const environment = Value.Parse(Composition, file).services[service]?.environment
  if (!environment) throw new Error(`docker-compose.yml has no settings of ${service}`)
  const here = (value: string) =>
    Object.entries(addresses).reduce(
      (text, [composed, own]) => text.replaceAll(composed, own),
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace('/run/secrets', secrets),
    )
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)]))
}
