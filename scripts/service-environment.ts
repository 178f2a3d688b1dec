import { settingNames as bffSettings } from '../bff/src/config.ts'
import { settingNames as coreSettings } from '../core-api/src/config.ts'

const settings = { 'core-api': new Set(coreSettings), bff: new Set(bffSettings) }

/** What one service gets of an environment: all but the settings that only the other service reads. */
export function ownEnvironment(service: keyof typeof settings, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = settings[service]
  const others = settings[service === 'bff' ? 'core-api' : 'bff']
  const isOthers = (name: string) => others.has(name) && !own.has(name)
  const kept = Object.entries(environment).filter(([name]) => !isOthers(name.replace(/_FILE$/, '')))
  return Object.fromEntries(kept)
}
