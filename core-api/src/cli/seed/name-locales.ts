import type { preferredLanguages } from '@agency/contract/client-fields'
import { base, en, en_US, es, es_MX, Faker, pt_BR, pt_PT } from '@faker-js/faker'

export interface NameLocale {
  language: (typeof preferredLanguages)[number]
  faker: Faker
}

const american = new Faker({ locale: [en_US, en, base] })
const weighted: { weight: number; value: NameLocale }[] = [
  { weight: 62, value: { language: 'English', faker: american } },
  { weight: 18, value: { language: 'Spanish', faker: new Faker({ locale: [es_MX, es, en, base] }) } },
  { weight: 8, value: { language: 'Spanish', faker: new Faker({ locale: [es, en, base] }) } },
  { weight: 8, value: { language: 'Portuguese', faker: new Faker({ locale: [pt_PT, pt_BR, en, base] }) } },
  { weight: 4, value: { language: 'Portuguese', faker: new Faker({ locale: [pt_BR, pt_PT, en, base] }) } },
]

/** Seeds randomness for the n-th client of a seed, whatever was made before. `faker` is American but for names. */
export function localeOf(seed: number, n: number): { locale: NameLocale; faker: Faker } {
  american.seed([seed, n])
  const locale = american.helpers.weightedArrayElement(weighted)
  if (locale.faker !== american) locale.faker.seed([seed, n])
  return { locale, faker: american }
}
