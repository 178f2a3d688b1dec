import { EsignFailed } from '../../platform/errors.ts'
import { builtInProvider } from './built-in-provider.ts'
import type { Envelope, EsignProvider, RedirectSigning } from './esign-provider.ts'

export class EsignProviders {
  readonly main: EsignProvider
  readonly #all: EsignProvider[]

  constructor(connected: readonly EsignProvider[]) {
    this.main = connected[0] ?? builtInProvider
    this.#all = [...connected, builtInProvider]
  }

  /** The provider of a template; the built-in one for an id of no provider. */
  ofTemplate(templateId: string): EsignProvider {
    return this.#all.find((provider) => provider.owns(templateId)) ?? builtInProvider
  }

  /** Redirect signing of an envelope's provider; null for the built-in one. @throws EsignFailed when it is disconnected */
  redirectOf({ provider: name }: Pick<Envelope, 'provider'>): RedirectSigning | null {
    const provider = this.#all.find((each) => each.name === name)
    if (provider) return provider.redirect
    throw new EsignFailed(`This document was sent with ${name}, which is no longer connected. Connect ${name} again.`)
  }
}
