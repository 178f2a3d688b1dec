import { bindableFields, fullNameBinding } from '@agency/contract/form-fields'
import { type About, countPeople, withoutPeople } from './field-people.ts'
import type { FieldWords } from './read-name.ts'

/** The most usual names of insurance and tax forms in English, Spanish and Portuguese, as `coreOf` writes them. */
const clientNames: Record<string, string[]> = {
  [fullNameBinding]: [
    ...[
      'name',
      'full name',
      'first and last name',
      'first middle last name',
      'name first middle last',
      'name first last',
    ],
    ...[
      'last name first name',
      'name last first',
      'name shown on return',
      'names shown on return',
      'name shown on form',
    ],
    ...['name as shown on medicare card', 'name as it appears on medicare card', 'name and surname'],
    ...['nombre completo', 'nombre y apellido', 'nombre y apellidos', 'apellidos y nombre', 'nome completo', 'nome'],
    ...['nome e sobrenome'],
  ],
  client_first_name: [
    ...['first name', 'given name', 'fname', 'first', 'name first', 'forename', 'first name and middle initial'],
    ...['first name middle initial', 'first name mi', 'first middle name', 'nombre', 'primer nombre', 'nombre de pila'],
    ...['primeiro nome', 'prenome'],
  ],
  client_last_name: [
    ...[
      'last name',
      'surname',
      'family name',
      'lname',
      'last',
      'name last',
      'last name and suffix',
      'last name suffix',
    ],
    ...['apellido', 'apellidos', 'primer apellido', 'sobrenome', 'ultimo nome', 'apelido'],
  ],
  dob: [
    ...['dob', 'date of birth', 'birth date', 'birthday', 'date birth', 'fecha de nacimiento', 'fecha nacimiento'],
    ...['data de nascimento', 'data nascimento'],
  ],
  primary_phone: [
    ...[
      'phone',
      'telephone',
      'mobile',
      'cell',
      'cell phone',
      'mobile phone',
      'home phone',
      'home telephone',
      'day phone',
    ],
    ...['daytime phone', 'daytime telephone', 'phone including area code', 'phone with area code', 'telephone home'],
    ...['phone home', 'phone cell', 'phone mobile', 'best phone', 'contact phone', 'primary phone', 'area code phone'],
    ...[
      'telefono',
      'telefono de casa',
      'telefono celular',
      'telefono movil',
      'celular',
      'telefone',
      'telefone celular',
    ],
    ...['phone area code', 'telephone including area code', 'numero de telefono', 'numero de telefone'],
  ],
  secondary_phone: [
    ...['secondary phone', 'alternate phone', 'alternative phone', 'other phone', 'evening phone', 'second phone'],
    ...['telefono alternativo', 'otro telefono', 'telefone alternativo', 'outro telefone'],
  ],
  primary_email: [
    ...['email', 'e mail', 'email address', 'e mail address', 'electronic mail', 'home email', 'personal email'],
    ...['correo electronico', 'direccion de correo electronico', 'correo', 'endereco de email', 'endereco de e mail'],
  ],
  address: [
    ...['address', 'home address', 'street address', 'mailing address', 'residence address', 'residential address'],
    ...['permanent address', 'permanent residence street address', 'permanent residence address', 'residence'],
    ...['home street address', 'physical address', 'address line', 'street', 'address street', 'street and number'],
    ...[
      'mailing address number and street po box or route',
      'address number and street',
      'home address number and street',
    ],
    ...['address number street', 'mailing street address', 'residence street address', 'address number street apt'],
    ...['direccion', 'direccion postal', 'domicilio', 'direccion de casa', 'direccion residencial', 'calle y numero'],
    ...['endereco', 'endereco residencial', 'endereco completo', 'rua', 'morada'],
  ],
  ssn: [
    ...['ssn', 'social security', 'ss', 'soc sec', 'ssn itin', 'ssn or itin', 'taxpayer ssn'],
    ...['social security number ssn', 'seguro social', 'numero de seguro social', 'seguridad social'],
  ],
  dl_or_ppnumber: [
    ...['driver license', 'drivers license', 'driver s license', 'dl', 'passport', 'license or passport', 'driver lic'],
    ...['drivers license state id', 'licencia de conducir', 'pasaporte', 'carteira de motorista', 'passaporte', 'cnh'],
  ],
  medicarenumber: [
    ...['medicare', 'medicare id', 'medicare claim', 'medicare beneficiary identifier', 'mbi', 'medicare card', 'hicn'],
    ...['medicare mbi', 'medicare health insurance', 'medicare insurance', 'numero de medicare', 'numero do medicare'],
  ],
  medicaidnumber: ['medicaid', 'medicaid id', 'medicaid card', 'numero de medicaid', 'state medicaid'],
  part_a_effective: [
    ...[
      'part a effective date',
      'part a effective',
      'hospital part a effective date',
      'medicare part a effective date',
    ],
    ...['hospital part a', 'part a start date', 'part a'],
  ],
  part_b_effective: [
    ...['part b effective date', 'part b effective', 'medical part b effective date', 'medicare part b effective date'],
    ...['medical part b', 'part b start date', 'part b'],
  ],
  occupation: ['occupation', 'job title', 'profession', 'ocupacion', 'profesion', 'profissao', 'ocupacao'],
  business_name: ['business name', 'name of business', 'nombre del negocio', 'nome da empresa'],
  business_ein: [
    ...[
      'ein',
      'business ein',
      'employer identification',
      'employer id',
      'federal tax id',
      'federal employer id',
      'fein',
    ],
    ...['federal ein', 'employer identification number ein'],
  ],
  height: ['height', 'altura', 'estatura'],
  weight: ['weight', 'peso'],
  city_of_birth: ['city of birth', 'place of birth', 'birthplace', 'lugar de nacimiento', 'local de nascimento'],
  bank_name: [
    'bank name',
    'name of bank',
    'bank',
    'financial institution',
    'name of financial institution',
    'nombre del banco',
  ],
  account_name: ['account name', 'name on account', 'account holder name', 'account holder', 'name of account holder'],
  routing_number: ['routing', 'bank routing', 'routing transit', 'aba routing', 'aba', 'numero de ruta'],
  account_number: ['account', 'bank account', 'checking account', 'numero de cuenta', 'numero da conta'],
  name_on_card: ['name on card', 'cardholder name', 'card holder name', 'name as it appears on card'],
  card_number: ['card', 'credit card', 'debit card', 'credit debit card'],
  name_of_pcp: [
    ...['pcp', 'pcp name', 'primary care physician', 'primary care provider', 'primary care doctor', 'name of pcp'],
    ...['primary care physician name', 'medico primario', 'medico de cabecera'],
  ],
}

/** The same of other people of the record: what of a name is left without the word for the person, to what it is about. */
const facts: Record<string, string> = {
  ...Object.fromEntries((clientNames[fullNameBinding] ?? []).map((name) => [name, 'name'])),
  ...Object.fromEntries((clientNames.dob ?? []).map((name) => [name, 'dob'])),
  ...Object.fromEntries((clientNames.ssn ?? []).map((name) => [name, 'ssn'])),
  ...Object.fromEntries((clientNames.dl_or_ppnumber ?? []).map((name) => [name, 'licence'])),
  ...Object.fromEntries((clientNames.height ?? []).map((name) => [name, 'height'])),
  ...Object.fromEntries((clientNames.weight ?? []).map((name) => [name, 'weight'])),
  ...Object.fromEntries((clientNames.address ?? []).map((name) => [name, 'address'])),
  ...Object.fromEntries((clientNames.primary_phone ?? []).map((name) => [name, 'phone'])),
  ...Object.fromEntries((clientNames.primary_email ?? []).map((name) => [name, 'email'])),
  ...Object.fromEntries(
    ['relationship', 'relation', 'relationship to', 'parentesco', 'relacion'].map((name) => [name, 'relationship']),
  ),
  nombre: 'name',
  '': 'name',
}

/** How the record names what a person's fields are about; `#` is the number of the person. */
const ofOthers: Record<string, Record<string, string>> = {
  spouse: {
    name: 'spouse_name',
    dob: 'spouse_dob',
    ssn: 'spouse_ssn',
    licence: 'spouse_dl_pass_number',
    height: 'sp_height',
    weight: 'sp_weight',
  },
  dependent: { name: 'dep#_name', dob: 'dep#_dob', ssn: 'dep#_ssn', height: 'dep#_height', weight: 'dep#_weight' },
  beneficiary: {
    name: 'ben#_name',
    dob: 'ben#_dob',
    ssn: 'ben#_ssn',
    relationship: 'ben#_relationship',
    licence: 'ben#_dl_or_ppnumber',
    address: 'ben#_address',
  },
  employer: {
    name: 'name_of_employer',
    phone: 'employer_phone',
    email: 'employer_email',
    address: 'employer_address',
  },
}

const filler =
  /\b(?:the|my|please|enter|print|printed|comb|field|digits?|type|insert|here|legal|current|number|no|num|nbr|of|s|is|a|an|del|de|da|do|la|el|o|su|sua|seu)\b/g

/** `Lastname` and `Your Last Name` are one. What is nothing but fillers stays. */
const coreOf = (text: string): string => {
  const core = text.replaceAll(filler, ' ').replaceAll(/\s+/g, '')
  return core === '' ? text.replaceAll(' ', '') : core
}

/** Names that are written together, in lower case, with a word for the client in front. */
const joinedClient = /^(?:applicant|client|member|insured|patient|primary|your)(?=\p{L}{3})/u

const keyed = (names: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).map(([name, fact]) => [name === '' ? '' : coreOf(name), fact]))

const ofClient: ReadonlyMap<string, string> = new Map([
  ...bindableFields.map(({ name }): [string, string] => [coreOf(name.replaceAll('_', ' ')), name]),
  ...Object.entries(clientNames).flatMap(([binding, names]) =>
    names.map((name): [string, string] => [coreOf(name), binding]),
  ),
])
const knownFacts = keyed(facts)
const kinds: ReadonlyMap<string, string> = new Map(bindableFields.map(({ name, kind }) => [name, kind]))

/** A part of a number, which is not to be filled with the whole one; the rows of a table, which are about several people. */
const partOrRow =
  /\b(?:first|last|middle|next|final) (?:\d|two|three|four|five|six)\b|\b(?:last|first) (?:\d|four|three) (?:digits|of)\b|\brow \d+ column\b|^list\b.*\bnames\b/
/** Beside a tooltip that is an instruction, a short name such as `DL1` or `6bSpouse` is a code. */
const longestLabel = 60
const shortestWord = 4

/** A suggestion that staff see and may change. @param about nobody in particular means the client */
export function suggestBinding(
  names: readonly FieldWords[],
  about: About | undefined,
  kind: 'text' | 'date',
): string | null {
  if (names.some(({ text }) => partOrRow.test(text))) return null
  const [telling] = names
  const isCode = ({ text }: FieldWords) => text.length < shortestWord || withoutPeople(text) === ''
  const trusted =
    telling && telling.text.length > longestLabel ? names.filter((name) => name === telling || !isCode(name)) : names
  const found = trusted.map((name) => bindingOf(name, about)).find((binding) => binding !== undefined)
  return found !== undefined && (kinds.get(found) === 'date') === (kind === 'date') ? found : null
}

function bindingOf({ text, number }: FieldWords, about: About | undefined): string | undefined {
  const bare = withoutPeople(text)
  const isNumbered = number !== undefined && number > 1
  if (about === undefined || about.person === 'client') {
    // In Spanish and Portuguese, a person's `nombre` is the whole name, and a form's own is the first name.
    if (bare !== text && /^(?:nombre|nome)(?: (?:de|do|da|del|de la))?$/.test(bare)) return fullNameBinding
    const core = coreOf(bare)
    const found =
      ofClient.get(coreOf(text)) ??
      ofClient.get(`${core}${number ?? ''}`) ??
      ofClient.get(core) ??
      ofClient.get(core.replace(joinedClient, ''))
    // A second field of a name is about somebody else, or on another page: `Name 2`.
    return isNumbered && found !== undefined && !found.endsWith(String(number)) ? undefined : found
  }
  const namesPerson = bare !== text
  // The record's own name of a field, or `employer identification number`, which is the client's.
  const own = namesPerson ? (ofClient.get(coreOf(`${text} ${number ?? ''}`)) ?? ofClient.get(coreOf(text))) : undefined
  if (own !== undefined) return own
  if (countPeople(text) > 1 || (bare === '' && !namesPerson)) return undefined
  const fact = knownFacts.get(bare === '' ? '' : coreOf(bare.replace(/\d+/g, ' ')))
  const binding = fact === undefined ? undefined : ofOthers[about.person]?.[fact]
  if (!binding?.includes('#')) return binding
  const numbered = binding.replace('#', String(about.number ?? number ?? 0))
  return kinds.has(numbered) ? numbered : undefined
}
