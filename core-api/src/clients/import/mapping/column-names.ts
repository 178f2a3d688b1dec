import { clientFields } from '@agency/contract/client-fields'
import { type ImportTarget, importHeading, importParts, importTargets } from '@agency/contract/client-imports'
import { squeezedForm } from '@agency/contract/normal-form'

/** Usual headings of exports of agency systems, CRMs and carriers' books of business, by what the column holds. */
const usualNames: Partial<Record<ImportTarget, string>> = {
  client_first_name: 'first, first name, given, given name, fname, name first, nombre, primer nombre, nombres, nome',
  client_last_name:
    'last, last name, surname, family, family name, lname, name last, apellido, apellidos, primer apellido, apellido paterno, paterno, sobrenome',
  full_name:
    'name, full name, individual name, dependent name, name of dependent, family member, household name, client, insured, annuitant, member, subscriber, policyholder, policy holder, customer, named insured, display name, e mail display name, file as, contact, first last, first last name, first and last, first and last name, contract holder, certificate holder, account holder, nombre completo, nombre y apellido, nombre y apellidos, nombres y apellidos, cliente, nome completo',
  last_first_name:
    'last first, last first name, last name first name, last first mi, last first middle, last name first',
  second_last_name: 'second last name, segundo apellido, apellido materno, materno, segundo sobrenome',
  middle_name: 'middle, middle name, additional name, mi, m i, middle initial, middle init, segundo nombre',
  name_suffix: 'suffix, sfx, name suffix, generation',
  dob: 'dob, date of birth, birth date, birthdate, birthday, birth dt, dt of birth, fecha de nacimiento, fecha nacimiento, fecha nac, fec nac, fn, f nacimiento, f nac, data de nascimento, data nascimento, nascimento',
  ssn: 'ssn, social, social security, social security number, ss, ss number, ssn number, soc sec, soc sec number, seguro social, numero de seguro social',
  primary_phone:
    'phone, phone number, mobile, mobile phone, mobile number, cell, cell phone, cell number, cellphone, cellular, phone 1, telephone, phone mobile, phone number 1, phone 1 value, day phone, daytime phone, best phone, telefono, telefono movil, telefono celular, numero de telefono, movil, celular, cel, tel cel, tel celular, tel movil, tel, whatsapp',
  secondary_phone:
    'secondary phone, phone 2, phone number 2, phone other, phone 2 value, home phone, phone home, alternate phone, alt phone, other phone, landline, evening phone, work phone, business phone, phone work, home phone 2, business phone 2, other phone number, telefono fijo, telefono de casa, telefono casa, telefono residencial, telefono del trabajo, tel casa, tel de casa, tel fijo, tel res, tel residencial, tel trabajo, tel 2, otro telefono, otro tel',
  other_phone: 'phone 3, phone 4, phone 5, phone 3 value, phone 4 value, phone 5 value, third phone number',
  primary_email:
    'email, email address, e mail, mail, email 1, e mail 1 value, personal email, home email, email home, correo, correo electronico, correo e, e correo',
  secondary_email:
    'secondary email, email 2, email 2 address, e mail 2 value, additional email, additional emails, additional email addresses, alternate email, alt email, other email, email other, work email, email work',
  other_email: 'email 3, email 3 address, e mail 3 value, e mail 3 address, e mail 4 value',
  address:
    'address, street, address street, street 1, street address, address 1, address 1 street, address line 1, addr, addr 1, mailing street, physical address, business street, work street, street address line 1, direccion, direccion postal, direccion residencial, direccion fisica, dir, domicilio, endereco',
  full_address:
    'full address, formatted address, address formatted, address 1 formatted, complete address, direccion completa',
  address_2:
    'address 2, address line 2, addr 2, apt, apartment, unit, suite, street 2, street address 2, address 1 extended address, address 1 line 2',
  city: 'city, address city, city state zip, city st zip, city state, town, address 1 city, business city, work city, ciudad, pueblo, municipio, poblacion, cidade',
  state:
    'state, address state, st, province, state code, state province, state region, address 1 region, address 1 state, business state, work state, estado',
  zip: 'zip, address zip, address zip code, address postal code, zip code, zipcode, postal code, postal, postcode, zip postal code, address 1 postal code, address 1 zip, business postal code, business zip, codigo postal, cod postal, zona postal, cp, cep',
  country: 'country, country region, address country, address 1 country, home country, business country region, pais',
  pref_lang:
    'language, lang, preferred language, pref lang, primary language, spoken language, language preference, idioma',
  no_texts:
    'no texts, no text, no sms, no text messages, opt out text, text consent, sms consent, do not text, do not call, do not contact, dnc, opt out, opted out, text opt out, sms opt out, texts opt out, opt out of texts, opted out of texts, opt out of sms, stop texts, unsubscribed, ok to text, okay to text, may text, may we text, can text, can we text, text ok, texting ok, texts ok, sms ok, text opt in, sms opt in, texts allowed, accepts texts, sms status, sms permission status, sms permission, sms subscription status, sms marketing status, sms opt out date, text opt out date, no llamar, no contactar, no enviar mensajes, no textos, no mensajes, no texto, no enviar textos, sin textos',
  status: 'status, client status, account status, estatus',
  height: 'height, ht',
  weight: 'weight, wt',
  city_of_birth: 'city of birth, birth city, place of birth, birthplace',
  dl_or_ppnumber:
    'driver license, drivers license, driver license number, drivers license number, dl, dl number, license number, passport, passport number',
  medicarenumber:
    'medicare number, medicare id, mbi, mbi number, medicare, medicare beneficiary id, medicare beneficiary identifier, medicare claim number, hicn, hic number',
  medicaidnumber: 'medicaid, medicaid id, medicaid number',
  part_a_effective: 'part a, part a effective, part a effective date, part a date, medicare part a, part a eff date',
  part_b_effective: 'part b, part b effective, part b effective date, part b date, medicare part b, part b eff date',
  current_health_plan_name:
    'plan, plan name, health plan, current plan, current health plan, product, product name, plan description',
  health_plan_premium:
    'premium, monthly premium, monthly premium amount, plan premium, premium amount, health premium, premium amt, monthly prem, mo prem, prem, prima, prima mensual',
  aor: 'aor, agent of record, aor name, writing agent, writing agent name, broker of record, broker, broker name, agent, agent name, producer, producer name, assigned producer',
  relationship:
    'relationship, relationship code, relation, rel, rel code, relationship type, relationship to subscriber, relationship to the subscriber, relation to subscriber, rel to subscriber, individual relationship code, relationship to primary, relationship to policyholder, relationship to policy holder, relationship to employee, dependent relationship, member type, person type, subscriber dependent, parentesco',
  other_id:
    'client id, client number, client no, customer id, customer number, customer no, account id, contact id, person id, insured id, record id, crm id, external id, lead id',
  owner:
    'owner, account owner, contact owner, record owner, lead owner, assigned to, assigned agent, account manager, csr',
  occupation: 'occupation, job title, profession, job, ocupacion, profesion',
  name_of_employer:
    'employer, employer name, company, company name, organization, organization name, organization 1 name, empleador',
  business_name: 'dba, doing business as, business, name of business',
  business_ein: 'ein, business ein, fein, employer id number',
  agi: 'agi, income, household income, annual income, yearly income, adjusted gross income, magi, ingreso, ingresos',
  bank_name: 'bank, bank name, banco',
  routing_number: 'routing, routing number, aba, aba number, bank routing number',
  account_number: 'bank account, bank account number, checking account, checking account number, bank acct number',
  card_number: 'card number, credit card, credit card number, cc number',
  exp_date: 'card expiration, card expiration date, card exp, cc exp, card exp date',
  notes:
    'notes, note, comments, comment, remarks, memo, description, nota, notas, observacion, observaciones, comentario, comentarios',
  next_f_u_date:
    'next follow up, next f u, follow up, follow up date, followup date, next contact, next contact date, next activity date, callback date',
  text_consent_date: 'text consent date, sms consent date, sms opt in date, text opt in date',
  text_consent_source: 'text consent source, sms consent source, opt in source',
  spouse_name:
    'spouse, spouse name, spouse first, spouse last, spouse first name, spouse last name, partner name, conyuge',
  spouse_dob:
    'spouse dob, spouse date of birth, spouse birth date, spouse birthday, fecha nac conyuge, fecha de nacimiento conyuge, fecha de nacimiento del conyuge',
  spouse_ssn: 'spouse ssn, spouse social, spouse social security number',
  ben1_name: 'beneficiary, beneficiaries, beneficiary name, primary beneficiary, beneficiario',
  ben1_relationship: 'beneficiary relationship, relationship to insured',
  ben2_name: 'contingent beneficiary, secondary beneficiary',
  name_of_pcp: 'pcp, pcp name, primary care physician, primary care provider, doctor, primary doctor, family doctor',
  mp_username: 'marketplace username, healthcare gov username, marketplace user',
  mp_pass: 'marketplace password, healthcare gov password',
}

const ofTexts = /text|sms|mensaje|tcpa|mobileopt/
const refuses = /optout|optedout|donot|dont|unsubscrib|stop|no(?:mas)?(?:text|sms|mensaje|enviar)/
const asks =
  /(?:ok|optin|consent|permission|(?<!not)allowed|texting|status|marketing)$|agree|accept|autoriz|acepta|^(?:ok(?:ay)?(?:to)?|(?:may|can)(?:we)?)(?:text|sms)/
/** Wishes that do not name texts. */
const wishes = /^(?:stop|nocontact|nomolestar|optin|optoutdate|subscribed)$/

/** Whether a heading asks for the opposite of an opt-out, such as `OK to text?`. */
export const asksToText = (heading: string): boolean => {
  const key = headingKey(heading)
  return !refuses.test(key) && (asks.test(key) || key === 'subscribed')
}

/** Whether a column says who may be texted, and who may not. */
const isWish = (key: string): boolean =>
  wishes.test(key) ||
  (ofTexts.test(key) && !/mail|newsletter|date|source/.test(key) && (refuses.test(key) || asks.test(key)))

/** A heading as it is compared: letters and digits alone. `S.S.#`, `ss` and `SS ` are equal. */
export const headingKey = (heading: string): string =>
  squeezedForm(
    heading
      .replace(/#/g, ' number ')
      .replace(/_/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2'),
  ).replace(/[^\p{L}\p{N}]/gu, '')

/** Dependents and beneficiaries by number: `Child 2 DOB`, `Dep 1 First Name`. */
const numbered = (): [string, ImportTarget][] =>
  clientFields.flatMap(({ name }) => {
    const [, who, n, what = ''] = /^(dep|ben)(\d)_(name|dob|ssn|relationship)$/.exec(name) ?? []
    if (who === undefined) return []
    const people = who === 'dep' ? ['dep', 'dependent', 'child', 'hijo'] : ['ben', 'beneficiary', 'beneficiario']
    const names = {
      name: ['', 'name', 'first', 'last', 'firstname', 'lastname'],
      dob: ['dob', 'dateofbirth', 'birthdate', 'birthday'],
    }
    const endings = what === 'name' || what === 'dob' ? names[what] : [what]
    return people.flatMap((person) => endings.map((ending): [string, ImportTarget] => [`${person}${n}${ending}`, name]))
  })

const targetNamed = (name: string) => importTargets.find((target) => target === name)

const pair = (text: string, target: ImportTarget): [string, ImportTarget] => [headingKey(text), target]

/** Later ones win: what is usual in other systems has less weight than the product's own names. */
const targets: ReadonlyMap<string, ImportTarget> = new Map<string, ImportTarget>([
  ...numbered(),
  ...Object.entries(usualNames).flatMap(([name, texts]) => {
    const target = targetNamed(name)
    return target ? texts.split(', ').map((text) => pair(text, target)) : []
  }),
  ...Object.entries(importParts).flatMap(([name, label]) => {
    const target = targetNamed(name)
    return target ? [pair(name, target), pair(label, target)] : []
  }),
  ...clientFields.flatMap((field) => {
    const target = targetNamed(field.name)
    return target ? [pair(field.name, target), pair(importHeading(field), target)] : []
  }),
])

/** Whose the column is, where that is the client. */
const owners =
  'client|customer|insured|primaryinsured|annuitant|member|subscriber|contact|policyholder|applicant|primaryapplicant|primary|enrollee|mbr|mailing|mail|residential|residence|resident|home|permanent|billing|person|prospect|lead|consumer'
const whose = new RegExp(`^(?:${owners})(?=.)`)
/** As in `Client’s Name`. */
const whoses = new RegExp(`^(?:${owners})s(?=.)`)

const abbreviations: Readonly<Record<string, string>> = {
  amt: 'amount',
  cd: 'code',
  dt: 'date',
  eff: 'effective',
  fst: 'first',
  lst: 'last',
  mbr: 'member',
  mo: 'monthly',
  nbr: 'number',
  nm: 'name',
  pol: 'policy',
  prem: 'premium',
  rsn: 'reason',
}
const spelled = (heading: string): string =>
  heading
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[a-z]+/gi, (word) => abbreviations[word.toLowerCase()] ?? word)
    .replace(/\bno\.?$/i, 'number')

/** What a form asks for, as in `What is your date of birth?`. */
const asked = (heading: string): string =>
  heading
    .replace(/^(?:what(?:['’]s| is)|please (?:enter|provide|give)|enter|provide)? ?your /i, '')
    .replace(/ (?:to reach you|where .*)$/i, '')

/** The keys of a heading: of the whole, without what is in brackets, as in `DOB (mm/dd/yyyy)`, and without abbreviations. */
export const headingKeys = (heading: string): string[] => {
  const plain = heading.replace(/\(.*?\)|\[.*?\]/g, '').trim()
  return [heading, plain, spelled(heading), asked(plain)].map(headingKey)
}

/** What a column with this heading holds; undefined if the heading is unknown. */
export function targetOfHeading(heading: string): ImportTarget | undefined {
  const keys = headingKeys(heading)
  const withoutOwner = keys.flatMap((each) => [
    each.replace(whose, ''),
    // `City - Home`
    each.replace(/home$/, ''),
    each.replace(whoses, ''),
    each.replace(whose, '').replace(whose, ''),
  ])
  const known = (texts: string[]) => texts.map((each) => targets.get(each)).find((found) => found !== undefined)
  const numbered = known(keys.map((each) => each.replace(/(?:number|no|num|value)$/, '')))
  // `Client No` is no name.
  const target = known([...keys, ...withoutOwner]) ?? (numbered === 'full_name' ? undefined : numbered)
  if (target === undefined && keys.some(isWish)) return 'no_texts'
  const [first, ...others] = heading.split(/[/,&]| or /i)
  // `Cell / Home` holds two numbers.
  return target === undefined && first && others.length > 0 && [first, ...others].every(isPhoneHeading)
    ? 'primary_phone'
    : target
}

const isPhoneHeading = (part: string): boolean => {
  const target = targets.get(headingKey(part)) ?? targets.get(`${headingKey(part)}phone`)
  return target === 'primary_phone' || target === 'secondary_phone'
}
