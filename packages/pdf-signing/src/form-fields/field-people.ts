import type { FieldRole } from '@agency/contract/form-fields'
import type { FieldWords } from './read-name.ts'

/** Whom a field is about. Those who are no role of a signer are of the client's family, and the client writes for them. */
export type Person = FieldRole | 'dependent' | 'beneficiary' | 'household' | 'third party'

/** With the number that the form gives to one of several, such as dependents. */
export interface About {
  person: Person
  number: number | undefined
}

/** English, Spanish and Portuguese, without accents. An earlier line wins: a `sales representative` is an agent. */
const peopleWords: readonly (readonly [Person, RegExp])[] = [
  [
    'nobody',
    /\b(?:(?:office|official|internal|company|home office|agency|staff|administrative|admin|carrier) use|do not write|uso (?:oficial|interno|exclusivo|da empresa|de la oficina))\b/,
  ],
  ['notary', /\b(?:notary|notar(?:io|ia|ial)|tabeliao|sworn (?:to|before)|commission expires)\b/],
  ['witness', /\b(?:witness(?:es|ed)?|testigos?|testemunhas?)\b/],
  [
    'preparer',
    /\b(?:preparers?|prepared by|eros?|return originators?|(?<!(?:needs?|requires?|requests?|requested|an) )interpreters?|translators?|assisters?|navigators?|preparadora?|elaborado por|interprete|tradutora?)\b/,
  ],
  [
    'agent',
    /\b(?:agents?|(?<!(?:issuing|government|governmental|state|federal|county|local|public|licensing|regulatory|collection|credit|reporting|adoption|support|enforcement|board or|or) )agency|producers?|brokers?|brokerage(?= (?:agency|name|code|number|phone|address|use)|$)|underwriters?|npn|enrollers?|solicitors?|(?:sales|plan|insurance|company|carrier|marketing|licensed|field) (?:sales )?(?:rep|reps|representatives?)|agentes?|agencia|productora?|corredora?|corretora?|produtora?)\b/,
  ],
  [
    'insured',
    /\b(?:(?:second|secondary|other|joint|additional) (?:proposed )?(?:insureds?|applicants?|owners?|policy ?holders?|policy owners?|members?|signers?|borrowers?|enrollees?|taxpayers?)|(?:insured|applicant|owner|signer|taxpayer|debtor|borrower|petitioner|plaintiff|claimant|tenant|buyer|seller|member|client) (?:2|two|b)|co ?(?:insured|applicant|owner|signer|borrower)|(?:segund[oa]|otro|outro) (?:asegurad|segurad|solicitante|titular)[oa]?|co ?(?:asegurado|segurado|solicitante|titular))\b/,
  ],
  [
    'spouse',
    /\b(?:spouses?|husbands?|wife|domestic partner|life partner|conyuges?|esposos?|esposas?|conjuges?|companheir[oa])\b/,
  ],
  ['dependent', /\b(?:dependents?|dependants?|deps?|child(?:ren)?|dependientes?|hij[oa]s?|dependentes?|filh[oa]s?)\b/],
  [
    'parent',
    /\b(?:parents?(?! (?:company|companies|corporation|organization|entity|subsid))|guardians?|padre o (?:madre|tutora?)|tutora?(?: legal)?|pai ou mae|responsavel legal)\b/,
  ],
  [
    'representative',
    /\b(?:representatives?|power of attorney|poa|attorney in fact|attorney|conservators?|trustees?|executors?|proxy|representantes?|apoderad[oa]|procurador[ao]?|apoderados)\b/,
  ],
  ['household', /\b(?:household|house hold|hogar|domicilio familiar|agregado familiar)\b/],
  [
    'third party',
    /\b(?:physicians?|doctors?|providers?|nurses?|pharmacists?|officers?|managers?|supervisors?|directors?|administrators?|landlords?|lenders?|guarantors?|co ?debtors?|creditors?|judges?|magistrates?|clerks?|transcribers?|(?:mother|father) s (?:maiden )?name|maiden name|medic[oa]s?|proveedor|gerente|supervisora|diretora?|directora)\b/,
  ],
  ['employer', /\b(?:employers?|empleador(?:es)?|empregador(?:es)?|patrono)\b/],
]

const clientWords =
  /\b(?:(?:primary|proposed) )?(?:you|your|yours|applicants?|clients?|members?|enrollees?|insureds?|patients?|subscribers?|taxpayers?|customers?|consumers?|policy ?(?:holders?|owners?)|participants?|signers?|medicare beneficiary|solicitantes?|clientes?|asegurad[oa]s?|segurad[oa]s?|miembros?|membros?|pacientes?|titular(?:es)?|contribuyentes?|contribuintes?)\b/
const beneficiaryWords = /\b(?:beneficiar(?:y|ies)|beneficiari[oa]s?|ben)\b/
/** Between the client and somebody who may act in their place. */
const either = / (?:or|o|ou|or the|or your) /

/** Whom a name is about; undefined if it names nobody. Words outside parentheses come first. */
export function personIn({ text, aside, number, isCopy }: FieldWords): About | undefined {
  const whole = number === undefined || isCopy ? text : `${text} ${number}`
  // `Person (other than an attorney)` is none.
  return personOf(whole, number) ?? (/^(?:other than|not) /.test(aside) ? undefined : personOf(aside, number))
}

function personOf(text: string, trailing: number | undefined): About | undefined {
  const found = peopleWords.find(([, pattern]) => pattern.test(text))
  const isClients = clientWords.test(found ? text.replace(found[1], ' ') : text)
  // `Applicant or representative` is whoever signs: the client.
  const mayBeClients = isClients || beneficiaryWords.test(text)
  if (found && mayBeClients && either.test(text)) return { person: 'client', number: undefined }
  if (found) return { person: found[0], number: numberIn(text, found[1]) ?? trailing }
  if (isClients) return { person: 'client', number: trailing }
  return beneficiaryWords.test(text)
    ? { person: 'beneficiary', number: numberIn(text, beneficiaryWords) ?? trailing }
    : undefined
}

/** The number beside the word for a person: `dependent 2 name`. */
function numberIn(text: string, pattern: RegExp): number | undefined {
  const [, digits] = new RegExp(`(?:${pattern.source}) (?:no |number |numero )?(\\d{1,2})\\b`).exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const allWords = [...peopleWords.map(([, pattern]) => pattern), clientWords, beneficiaryWords].map(
  (pattern) => new RegExp(pattern, 'g'),
)

/** Without the words for people, so that `spouse s first name` is `first name`. */
export const withoutPeople = (text: string): string =>
  allWords
    .reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text)
    .replaceAll(/\s+/g, ' ')
    .replace(/^s |(?<= )s (?=\p{L})/u, '')
    .trim()

export const countPeople = (text: string): number => peopleWords.filter(([, pattern]) => pattern.test(text)).length

/** What a field is for somebody who only signs with the client, or beside them. */
export type Purpose = 'signing' | 'name' | 'other'

/** The client writes about family and employer: others only sign there. */
export function roleOf(person: Person, purpose: Purpose): FieldRole {
  switch (person) {
    case 'spouse':
    case 'employer':
      return purpose === 'signing' ? person : 'client'
    case 'insured':
      return purpose === 'other' ? 'client' : 'insured'
    case 'dependent':
      return purpose === 'signing' ? 'insured' : 'client'
    case 'third party':
      return purpose === 'signing' ? 'nobody' : 'client'
    case 'beneficiary':
    case 'household':
      return 'client'
    default:
      return person
  }
}
