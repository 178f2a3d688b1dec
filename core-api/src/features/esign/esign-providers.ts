import { EsignFailed } from '../../platform/errors.ts'
import { builtInProvider } from './built-in-provider.ts'
import type { Envelope, EsignProvider, RemoteEnvelopes } from './esign-provider.ts'

/** The providers of a deployment: the built-in one always, and another one where an account is connected. */
export class EsignProviders {
  /** Whose templates are synced. */
  readonly main: EsignProvider
  readonly #all: EsignProvider[]

  constructor(connected: EsignProvider | undefined) {
    this.main = connected ?? builtInProvider
    this.#all = connected ? [connected, builtInProvider] : [builtInProvider]
  }

  /** The one whose template this is; ids that are nobody's count as built in. */
  ofTemplate(templateId: string): EsignProvider {
    return this.#all.find((provider) => provider.owns(templateId)) ?? builtInProvider
  }

  /** What keeps an envelope elsewhere; none for one that is signed here. @throws EsignFailed when it is disconnected */
  remoteOf({ provider: name }: Pick<Envelope, 'provider'>): RemoteEnvelopes | null {
    const provider = this.#all.find((each) => each.name === name)
    if (provider) return provider.remote
    throw new EsignFailed(`This document is with ${name}, which is not connected any more.`)
  }
}
