import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import type { CarrierRow } from './carrier-repository.ts'

const legalForm = / (?:(?:insurance|ins) )?(?:company|co|corporation|corp|incorporated|inc|llc|ltd)$/

/** The name of a carrier without blanks and legal forms: `United Healthcare`, `UnitedHealthcare, Inc.` are equal. */
export function carrierForm(name: string): string {
  let form = normalForm(name)
  while (legalForm.test(form)) form = form.replace(legalForm, '')
  return squeezedForm(form)
}

/** Finds a carrier by the normal form of its name, else the only one that is written alike; not archived if there is one. */
export type FindCarrier = (name: string | undefined) => CarrierRow | undefined

export function findsCarriers(carriers: readonly CarrierRow[]): FindCarrier {
  const exact = new Map(carriers.map((carrier) => [normalForm(carrier.name), carrier]))
  const alike = Map.groupBy(carriers, ({ name }) => carrierForm(name))
  return (name = '') => {
    const all = alike.get(carrierForm(name)) ?? []
    const active = all.filter(({ archived }) => !archived)
    const [one, ...others] = active.length > 0 ? active : all
    return exact.get(normalForm(name)) ?? (others.length === 0 ? one : undefined)
  }
}
