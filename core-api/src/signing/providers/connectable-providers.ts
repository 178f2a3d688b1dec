import { docusign } from './docusign/docusign-provider.ts'
import type { ConnectableProvider, ProviderConfig } from './esign-provider.ts'
import { EsignProviders } from './esign-providers.ts'

/** Add one: a folder beside this file, and a line here. The first connected one's templates are synced. */
const connectableProviders = [docusign] satisfies ConnectableProvider[]

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

export const providerSettings: AllOf<(typeof connectableProviders)[number]['settings']> = Object.assign(
  {},
  ...connectableProviders.map(({ settings }) => settings),
)

/** Problems of the providers' settings in combination, one line each as `NAME: problem`. */
export const providerSettingProblems = (given: Record<string, unknown>): string[] =>
  connectableProviders.flatMap((provider) => provider.settingProblems(given))

export const connectProviders = (
  config: ProviderConfig,
  connectable: readonly ConnectableProvider[] = connectableProviders,
): EsignProviders => new EsignProviders(connectable.flatMap((provider) => provider.connect(config) ?? []))
