/** A new field is one line here; with `list`, it needs a column of `clients` of the same name, by a migration. */

/** How a value is typed in, checked and shown. Dates are `YYYY-MM-DD`; rich text is sanitised HTML. */
export type FieldKind = 'text' | 'multiline' | 'email' | 'date' | 'phone' | 'number' | 'choice' | 'rich-text'

/** The encrypted column that holds the value. Fields without a purpose are in the encrypted profile or a plain column. */
export type EncryptionPurpose = 'identity' | 'payment' | 'logins' | 'family'

/** `ssn`: `***-**-` and the last four · `last-four`: four bullets and the last four · `bullets`, `hidden`: four and eight bullets. */
export type MaskKind = 'ssn' | 'last-four' | 'bullets' | 'hidden'

/** Makes rows of the client list carry the field. With a heading and a place, it is a column that sorts the list. */
export interface ListColumn {
  readonly heading?: string
  readonly place?: number
}

export interface FieldDescription<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly card: CardName
  readonly dialog: DialogName
  readonly kind: FieldKind
  readonly encrypted?: EncryptionPurpose
  readonly mask?: MaskKind
  readonly options?: readonly string[]
  readonly group?: string
  readonly list?: ListColumn
  /** Money, income or a measure: the API also takes a number for the text. */
  readonly amount?: true
  /** No form's field may be bound to it: clients neither see nor propose it. */
  readonly staffOnly?: boolean
}

export type CardName = keyof typeof clientCards
export type DialogName = keyof typeof clientDialogs

export const clientCards = {
  header: 'Client',
  personal: 'Personal Information',
  contact: 'Contact Information',
  spouse: 'Spouse Information',
  dependents: 'Dependents',
  beneficiaries: 'Beneficiaries',
  marketplace: 'Marketplace / Private Insurance',
  medicare: 'Medicare Plans',
  employment: 'Employment Information',
  bank: 'Bank Information',
  card: 'Card Information',
  notes: 'Notes',
  policies: 'Policies',
  sessions: 'Sessions',
  family_history: 'Family History',
  logins: 'Logins',
  care_team: 'PCP - Specialists - RX',
  documents: 'Documents',
} as const

export const clientDialogs = {
  name: 'Edit Name',
  contact: 'Edit Contact Information',
  text_consent: 'Consent to Text Messages',
  personal: 'Edit Personal Information',
  health: 'Edit Health, Dental, Vision, RX and GAP Plans',
  health_marketplace: 'Edit Marketplace / Private Insurance',
  health_medicare: 'Edit Medicare Plans',
  employment: 'Edit Employment Information',
  spouse: 'Edit Spouse Information',
  dependents: 'Edit Dependents',
  beneficiaries: 'Edit Beneficiaries',
  bank: 'Edit Bank Information',
  card: 'Edit Card Information',
  notes: 'Edit Notes',
  family_history: 'Edit Family History',
  medicare_portal: 'Edit Logins',
  prescriptions: 'Edit Prescriptions & Specialists',
  session_info: 'Edit Session Info',
} as const

export const preferredLanguages = ['English', 'Spanish', 'Portuguese'] as const
/** How a client agreed to text messages. */
export const textConsentSources = ['In writing', 'On a form', 'By phone', 'In person', 'By text message'] as const
export const clientStatuses = ['active', 'inactive', 'unpaid', 'cancelled'] as const
export type ClientStatus = (typeof clientStatuses)[number]

type Place = Pick<FieldDescription, 'card' | 'dialog' | 'group'>
type Extra = Partial<
  Pick<FieldDescription, 'kind' | 'encrypted' | 'mask' | 'options' | 'list' | 'amount' | 'staffOnly'>
>
type Row = readonly [name: string, label: string, extra?: Extra]

/** A field whose name, list column and kind of value stay literal types. */
type Described<R extends Row> = FieldDescription<R[0]> & {
  readonly list: R[2] extends { list: infer List } ? List : undefined
  readonly kind: R[2] extends { kind: 'number' } ? 'number' : Exclude<FieldKind, 'number'>
}

/** Describes the fields of one place; the names stay literal, so that the record's type is exact. */
function at<const Rows extends readonly Row[]>(
  place: Place,
  rows: Rows,
): { [K in keyof Rows]: Described<Rows[K]> }[number][]
function at(place: Place, rows: readonly Row[]): FieldDescription[] {
  return rows.map(([name, label, extra]) => ({ name, label, kind: 'text', list: undefined, ...place, ...extra }))
}

const ssn = (encrypted: EncryptionPurpose): Extra => ({ encrypted, mask: 'ssn' })
const lastFour = (encrypted: EncryptionPurpose): Extra => ({ encrypted, mask: 'last-four' })
const date: Extra = { kind: 'date' }
const phone: Extra = { kind: 'phone' }
const email: Extra = { kind: 'email' }
const multiline: Extra = { kind: 'multiline' }
const amount: Extra = { amount: true }
const consentSource: Extra = { kind: 'choice', options: textConsentSources, staffOnly: true }

const four = [1, 2, 3, 4] as const
const three = [1, 2, 3] as const

export const clientFields = [
  ...at({ card: 'header', dialog: 'name' }, [
    ['client_first_name', 'First Name', { list: { heading: 'First', place: 1 } }],
    ['client_last_name', 'Last Name', { list: { heading: 'Last', place: 2 } }],
  ]),
  ...at({ card: 'personal', dialog: 'personal' }, [
    ['dob', 'Date of Birth', { kind: 'date', list: { heading: 'Age', place: 5 } }],
    ['pref_lang', 'Preferred Language', { kind: 'choice', options: preferredLanguages }],
    ['ssn', 'SSN', ssn('identity')],
    ['dl_or_ppnumber', 'DL / Passport Number', lastFour('identity')],
    ['height', 'Height', amount],
    ['weight', 'Weight', amount],
    ['city_of_birth', 'City of Birth'],
  ]),
  ...at({ card: 'contact', dialog: 'contact' }, [
    ['primary_phone', 'Primary Phone', { kind: 'phone', list: {} }],
    ['mobile_domain', 'Mobile Domain', { staffOnly: true }],
    ['secondary_phone', 'Secondary Phone', phone],
    ['mobile_domain_2', 'Mobile Domain 2', { staffOnly: true }],
    ['primary_email', 'Primary Email', { kind: 'email', list: {} }],
    ['secondary_email', 'Secondary Email', email],
    ['address', 'Address', multiline],
  ]),
  ...at({ card: 'contact', dialog: 'text_consent', group: 'Consent to Text Messages' }, [
    ['text_consent_date', 'Primary Phone: Agreed On', { kind: 'date', staffOnly: true }],
    ['text_consent_source', 'Primary Phone: Agreed How', consentSource],
    ['text_consent_date_2', 'Secondary Phone: Agreed On', { kind: 'date', staffOnly: true }],
    ['text_consent_source_2', 'Secondary Phone: Agreed How', consentSource],
  ]),
  ...at({ card: 'spouse', dialog: 'spouse' }, [
    ['spouse_name', 'Name'],
    ['spouse_dob', 'Date of Birth', date],
    ['spouse_ssn', 'SSN', ssn('family')],
    ['spouse_dl_pass_number', 'DL / Passport Number', lastFour('family')],
    ['sp_height', 'Height', amount],
    ['sp_weight', 'Weight', amount],
    ['spouse_emp_and_phone', 'Employer and Phone'],
  ]),
  ...four.flatMap((n) =>
    at({ card: 'dependents', dialog: 'dependents', group: `Dependent ${n}` }, [
      [`dep${n}_name`, 'Name'],
      [`dep${n}_dob`, 'Date of Birth', date],
      [`dep${n}_ssn`, 'SSN', ssn('family')],
      [`dep${n}_height`, 'Height', amount],
      [`dep${n}_weight`, 'Weight', amount],
    ]),
  ),
  ...four.flatMap((n) =>
    at({ card: 'beneficiaries', dialog: 'beneficiaries', group: `Beneficiary ${n}` }, [
      [`ben${n}_name`, 'Name'],
      [`ben${n}_dob`, 'Date of Birth', date],
      [`ben${n}_ssn`, 'SSN', ssn('family')],
      [`ben${n}_relationship`, 'Relationship'],
      [`ben${n}_dl_or_ppnumber`, 'DL / Passport Number', lastFour('family')],
      [`ben${n}_address`, 'Address', multiline],
    ]),
  ),
  ...at({ card: 'beneficiaries', dialog: 'beneficiaries' }, [['beneficiary_note', 'Beneficiary Note', multiline]]),
  ...at({ card: 'marketplace', dialog: 'health_marketplace' }, [
    ['life_secure', 'LifeSecure'],
    ['cigna', 'Cigna'],
    ['delta', 'Delta'],
    ['solstice', 'Solstice'],
    ['ambetter', 'Ambetter'],
    ['molina', 'Molina'],
    ['oscar', 'Oscar'],
    ['florida_blue', 'Florida Blue'],
    ['avmed', 'AvMed'],
    ['united', 'United'],
    ['allstate', 'Allstate'],
    ['humana', 'Humana'],
    ['life_plan_name', 'Life Plan'],
  ]),
  ...at({ card: 'marketplace', dialog: 'health', group: 'Health' }, [
    ['current_health_plan_name', 'Current Health Plan', { list: { heading: 'Health Plan', place: 4 } }],
    ['aor', 'AOR'],
    ['health_plan_premium', 'Premium', amount],
  ]),
  ...at({ card: 'marketplace', dialog: 'health', group: 'Dental' }, [
    ['dental_plan_name', 'Plan'],
    ['dental_plan_aor', 'AOR'],
    ['dental_plan_premium', 'Premium', amount],
  ]),
  ...at({ card: 'marketplace', dialog: 'health', group: 'Vision' }, [
    ['vision_plan_name', 'Plan'],
    ['vision_plan_aor', 'AOR'],
    ['vision_plan_premium', 'Premium', amount],
  ]),
  ...at({ card: 'marketplace', dialog: 'health', group: 'RX' }, [
    ['rx_plan_name', 'Plan'],
    ['rx_plan_aor', 'AOR'],
    ['rx_plan_premium', 'Premium', amount],
  ]),
  ...at({ card: 'marketplace', dialog: 'health', group: 'GAP' }, [
    ['gap_plan_name', 'Plan'],
    ['gap_plan_aor', 'AOR'],
    ['gap_plan_premium', 'Premium', amount],
  ]),
  ...at({ card: 'medicare', dialog: 'health_medicare' }, [
    ['medicarenumber', 'Medicare Number', lastFour('identity')],
    ['medicaidnumber', 'Medicaid Number', lastFour('identity')],
    ['part_a_effective', 'Part A Effective', date],
    ['part_b_effective', 'Part B Effective', date],
    ['united_medicare', 'United'],
    ['fb_medicare', 'Florida Blue'],
    ['humana_medicare', 'Humana'],
    ['aetna', 'Aetna'],
    ['simply', 'Simply'],
    ['wellcare', 'WellCare'],
    ['other_medicare', 'Other'],
  ]),
  ...at({ card: 'employment', dialog: 'employment' }, [
    ['occupation', 'Occupation'],
    ['name_of_employer', 'Employer'],
    ['employer_phone', 'Employer Phone', phone],
    ['employer_email', 'Employer Email', email],
    ['employer_address', 'Employer Address', multiline],
    ['business_name', 'Business Name'],
    ['business_ein', 'Business EIN', { encrypted: 'identity' }],
    ['agi', 'AGI', amount],
  ]),
  ...at({ card: 'bank', dialog: 'bank' }, [
    ['bank_name', 'Bank Name'],
    ['account_name', 'Account Name'],
    ['routing_number', 'Routing Number', lastFour('payment')],
    ['account_number', 'Account Number', lastFour('payment')],
  ]),
  ...at({ card: 'card', dialog: 'card' }, [
    ['name_on_card', 'Name on Card'],
    ['card_number', 'Card Number', lastFour('payment')],
    ['exp_date', 'Expiration Date', { encrypted: 'payment' }],
    ['cvc', 'CVC', { encrypted: 'payment', mask: 'bullets', staffOnly: true }],
  ]),
  ...at({ card: 'notes', dialog: 'notes' }, [
    ['notes', 'Notes', { kind: 'rich-text' }],
    ['notes_2', 'Notes 2', { kind: 'rich-text' }],
  ]),
  ...at({ card: 'sessions', dialog: 'session_info' }, [
    [
      'next_f_u_date',
      'Next Follow-Up',
      { kind: 'date', staffOnly: true, list: { heading: 'Next Follow-Up', place: 3 } },
    ],
  ]),
  ...at({ card: 'family_history', dialog: 'family_history', group: 'Mother' }, [
    ['age_of_mother', 'Age', { kind: 'number' }],
    ['status_of_mother', 'Status'],
  ]),
  ...at({ card: 'family_history', dialog: 'family_history', group: 'Father' }, [
    ['age_of_father', 'Age', { kind: 'number' }],
    ['status_of_father', 'Status'],
  ]),
  ...four.flatMap((n) =>
    at({ card: 'family_history', dialog: 'family_history', group: `Sibling ${n}` }, [
      [`age_of_sibling${n}`, 'Age', { kind: 'number' }],
      [`status_of_sibling${n}`, 'Status'],
    ]),
  ),
  ...at({ card: 'logins', dialog: 'medicare_portal' }, [
    ['medicare_gov', 'Medicare.gov Username', { encrypted: 'logins' }],
    ['mp_username', 'Marketplace Username', { encrypted: 'logins' }],
    ['mp_pass', 'Marketplace Password', { encrypted: 'logins', mask: 'hidden' }],
  ]),
  ...at({ card: 'care_team', dialog: 'prescriptions' }, [['name_of_pcp', 'PCP']]),
  ...three.flatMap((n) =>
    at({ card: 'care_team', dialog: 'prescriptions' }, [[`name_of_rx${n}`, `Prescription ${n}`]]),
  ),
  ...three.flatMap((n) =>
    at({ card: 'care_team', dialog: 'prescriptions' }, [[`name_of_spec${n}`, `Specialist ${n}`]]),
  ),
  ...at({ card: 'header', dialog: 'name' }, [
    ['status', 'Status', { kind: 'choice', options: clientStatuses, staffOnly: true, list: {} }],
  ]),
] as const

export type ClientFieldName = (typeof clientFields)[number]['name']

export type NumberFieldName = Extract<(typeof clientFields)[number], { kind: 'number' }>['name']
