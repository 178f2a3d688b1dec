import type { preferredLanguages } from '@agency/contract/client-fields'
import { base, en, en_US, es, es_MX, Faker, pt_BR, pt_PT } from '@faker-js/faker'

/** Where a made-up family's names come from, and what it speaks. */
export interface Heritage {
  language: (typeof preferredLanguages)[number]
  faker: Faker
}

const american = new Faker({ locale: [en_US, en, base] })
const weighted: { weight: number; value: Heritage }[] = [
  { weight: 62, value: { language: 'English', faker: american } },
  { weight: 18, value: { language: 'Spanish', faker: new Faker({ locale: [es_MX, es, en, base] }) } },
  { weight: 8, value: { language: 'Spanish', faker: new Faker({ locale: [es, en, base] }) } },
  { weight: 8, value: { language: 'Portuguese', faker: new Faker({ locale: [pt_PT, pt_BR, en, base] }) } },
  { weight: 4, value: { language: 'Portuguese', faker: new Faker({ locale: [pt_BR, pt_PT, en, base] }) } },
]

/**
 * The chance and the names for the n-th client of a seed: the same for the same two numbers, whatever came before.
 * @returns one family's names, and `faker` for everything that is American about all of them
 */
export function heritageOf(seed: number, n: number): { heritage: Heritage; faker: Faker } {
  american.seed([seed, n])
  const heritage = american.helpers.weightedArrayElement(weighted)
  if (heritage.faker !== american) heritage.faker.seed([seed, n])
  return { heritage, faker: american }
}
