import { docusign } from './docusign/docusign-provider.ts'
import type { ConnectableProvider, ProviderConfig } from './esign-provider.ts'
import { EsignProviders } from './esign-providers.ts'

/**
 * The providers that a deployment can connect by its settings. To add one, make a folder for it beside this file and
 * add a line here. When several are connected, the first one's templates are synced.
 */
const connectableProviders = [docusign] satisfies ConnectableProvider[]

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The settings of all connectable providers, a part of the service's settings. */
export const providerSettings: AllOf<(typeof connectableProviders)[number]['settings']> = Object.assign(
  {},
  ...connectableProviders.map(({ settings }) => settings),
)

/** Problems of the providers' settings in combination, one line each as `NAME: problem`. */
export const providerSettingProblems = (given: Record<string, unknown>): string[] =>
  connectableProviders.flatMap((provider) => provider.settingProblems(given))

/** Connects the providers of a deployment. */
export const connectProviders = (
  config: ProviderConfig,
  connectable: readonly ConnectableProvider[] = connectableProviders,
): EsignProviders => new EsignProviders(connectable.flatMap((provider) => provider.connect(config) ?? []))
