import { describe, expect, it } from 'vitest'
import { suggestBinding } from './field-bindings.ts'
import { dateMeaning, formatIn, formatOf, readDate, saysSignature } from './field-dates.ts'
import { personIn, roleOf } from './field-people.ts'
import { lastPart, readWords } from './read-name.ts'

const wordsOf = (name: string) => readWords(lastPart(name))
const bindingOf = (name: string) => {
  const words = wordsOf(name)
  const about = personIn(words)
  return suggestBinding([words], about, 'text') ?? suggestBinding([words], about, 'date')
}
const signerOf = (name: string) => {
  const about = personIn(wordsOf(name))
  return about ? roleOf(about.person, 'signing') : 'client'
}

/** The most usual names of insurance and tax forms. */
const bound: Record<string, string[]> = {
  client_name: [
    ...['Name', 'Full Name', '3. Your Name (Last Name, First Name, Middle Name)', 'Applicant Name', 'NameOfApplicant'],
    ...['Name of Proposed Insured', 'Printed Name', 'Client_Full_Name', 'Nombre completo', 'Nombre del solicitante'],
    ...['topmostSubform[0].Page1[0].FullName[0]', 'Name(s) shown on return', 'Name as it appears on Medicare Card'],
  ],
  client_first_name: ['Applicant_First_Name', 'firstname', '1a. First Name', 'First name and middle initial', 'Nombre'],
  client_last_name: ['Lastname', 'LAST NAME', 'Last_Name', 'Applicant’s Last Name', 'Apellidos', 'Sobrenome'],
  dob: ['DOB', 'Date_of_Birth', 'DateOfBirth', 'Birth Date (mm/dd/yyyy)', 'Applicant DOB', 'Fecha de nacimiento'],
  primary_phone: [
    'Home Phone No.',
    'Phone',
    'Phone Number',
    'Telephone #',
    'Cell Phone',
    'Daytime Telephone',
    'Teléfono',
  ],
  secondary_phone: ['Alternate Phone Number'],
  primary_email: ['E-mail', 'Email Address', 'Correo electrónico'],
  address: [
    ...['Address', 'PermanentResidenceStreetAddress', 'Mailing Address', 'Home Address', 'Street Address', 'Dirección'],
    ...['4. Mailing Address Number and Street PO Box or Route', 'Endereço'],
  ],
  ssn: ['SSN', 'Social Security Number', 'Social_Security_No', 'Your social security number', 'SS#', 'Seguro Social'],
  medicarenumber: ['1. Your Medicare Number', 'Medicare Beneficiary Identifier (MBI)', 'MBI', 'MedicareID'],
  medicaidnumber: ['Medicaid Number', 'Medicaid ID #'],
  part_a_effective: ['Part A Effective Date'],
  part_b_effective: ['Medicare Part B Effective Date'],
  dl_or_ppnumber: ['Driver’s License Number', 'Passport Number'],
  occupation: ['Occupation', 'Job Title'],
  name_of_employer: ['Employer', 'Employer Name', 'Name of Employer'],
  employer_phone: ['Employer Phone'],
  employer_address: ['Employer’s Address'],
  business_ein: ['EIN', 'Employer Identification Number', 'Federal Tax ID'],
  bank_name: ['Name of Bank', 'Financial Institution'],
  routing_number: ['Routing Number', 'Bank Routing #'],
  account_number: ['Account Number'],
  name_of_pcp: ['Primary Care Physician', 'PCP Name'],
  height: ['Height'],
  weight: ['Weight'],
  spouse_name: ['Spouse Name', 'Name of Spouse', 'Spouse’s Full Name', 'spouse_name', 'Nombre del cónyuge'],
  spouse_dob: ['Spouse Date of Birth', 'SpouseDOB', 'spouse_dob'],
  spouse_ssn: ['Spouse SSN', 'Spouse’s Social Security Number'],
  dep1_name: ['Dependent 1 Name', 'Dependent name 1', 'dep1_name', 'Child 1 Full Name'],
  dep2_dob: ['Dependent 2 DOB', 'Dependent Date of Birth 2'],
  dep4_ssn: ['Dependent 4 Social Security Number'],
  ben2_ssn: ['Beneficiary 2 SSN'],
  ben1_name: ['Beneficiary Name 1', 'Beneficiary #1'],
  ben1_relationship: ['Beneficiary 1 Relationship'],
}

describe('what names bind to', () => {
  it.each(Object.entries(bound))('given the usual names of %s, when read, then each binds to it', (binding, names) => {
    expect(names.map((name) => [name, bindingOf(name)])).toEqual(names.map((name) => [name, binding]))
  })

  it.each([
    ...['Spouse First Name', 'Witness Name', 'Agent Phone', 'Preparer SSN', 'Household member name', 'Dependent Name'],
    ...['Dependent 5 Name', 'Last Name_2', 'Name 3', 'Spouse’s Employer', 'Emergency Contact Phone', 'Plan Name'],
    ...['Physician Name', 'Business Owner Address', 'City', 'State', 'Zip Code', 'Policy Number', 'Text12', 'f1_01[0]'],
    ...['Name of Agent', 'Parent Name', 'Landlord Name', 'Mother’s Maiden Name', 'Beneficiary Name'],
  ])('given %s, when read, then it binds to nothing', (name) => {
    expect(bindingOf(name)).toBeNull()
  })
})

const signers: Record<string, string[]> = {
  client: [
    ...['Signature', 'Applicant Signature', 'Signature of Insured', 'Firma del solicitante', 'Assinatura do titular'],
    ...['Signature of applicant or authorized representative', 'Client or legal guardian signature', 'Signature 2'],
    ...['Beneficiary or Authorized Representative Signature', 'Enrollee/Authorized Representative', 'Owner Signature'],
    ...['Beneficiary Signature', 'Proposed Insured Signature', 'Signature of Applicant_2'],
  ],
  witness: [
    'Witness Signature',
    'Witness Digital Signature',
    'Signature of Witness (if applicant signed by mark)',
    'Testigo',
  ],
  agent: ['Agent Broker Signature', 'Producer Signature', 'Licensed Sales Representative'],
  spouse: ['Spouse Signature', 'Applicant’s Spouse', 'Firma del cónyuge', 'spousesignature', 'Esposa'],
  representative: ['Authorized Representative Signature', 'Power of Attorney', 'Apoderado'],
  preparer: ['Paid Preparer Signature', 'Prepared by'],
  notary: ['Notary Public', 'Notario'],
  parent: ['Parent/Guardian Signature', 'Legal Guardian', 'Padre o tutor'],
  insured: [
    'Second Insured Signature',
    'Joint Applicant Signature',
    'Signature of Applicant 2',
    'Co-Applicant',
    'Date signed by Debtor 2',
  ],
  employer: ['Employer Signature', 'Firma del empleador'],
  nobody: [
    'For Office Use Only',
    'Agency use',
    'Physician Signature',
    'Provider’s Signature',
    'Firma del médico',
    'Transcriber signature',
    'Clerk',
  ],
}

it.each(Object.entries(signers))(
  'given the usual names for a signature of %s, when read, then it is theirs',
  (role, names) => {
    expect(names.map((name) => [name, signerOf(name)])).toEqual(names.map((name) => [name, role]))
  },
)

it.each([
  'issuing agency',
  'court, board, or agency',
  'a brokerage firm,',
  'Parent company name',
  'Client needs interpreter',
])('given %s, which names nobody who fills in the form, when read, then it is the client’s', (name) => {
  const about = personIn(wordsOf(name))
  expect(about ? roleOf(about.person, 'other') : 'client').toBe('client')
})

it.each([
  ['a part of a number', ['First 3 digits of your SSN', 'SSN']],
  ['the last digits of an account', ['Last 4 digits of account number', 'account_number']],
  ['a row of a table', ['Row: 1. Column: (b) Date of Birth', 'DOB']],
  ['a creditor', ['Creditor’s Name', 'name']],
  [
    'a code beside an instruction',
    ['Enter the credit for contributions to educational entities and youth facilities', 'DL1'],
  ],
  [
    'a person beside an instruction',
    ['Enter one if someone else claims your spouse as a dependent on their return', '6bSpouse'],
  ],
])('given %s, when read, then it binds to nothing', (_, names) => {
  const words = names.map(wordsOf)
  const about = words.map(personIn).find((person) => person !== undefined)
  expect([suggestBinding(words, about, 'text'), suggestBinding(words, about, 'date')]).toEqual([null, null])
})

it('given an initial of a name, or a first payment, when read, then nobody signs there', () => {
  const others = [
    'First name and initial',
    'Spouse’s first name and middle initial',
    'MI',
    'Initial premium',
    'Initial Enrollment Period',
  ]
  const signed = ['Initials', 'Applicant initials', 'Initial here', 'Please initial', 'Signature or initials']
  expect(others.filter((name) => saysSignature([wordsOf(name)]))).toEqual([])
  expect(signed.filter((name) => saysSignature([wordsOf(name)]))).toEqual(signed)
})

const dates: [meaning: string | undefined, names: string[]][] = [
  [
    'signing',
    [
      ...[
        'Date Signed',
        '8. Date Signed',
        'Signature Date',
        'Today’s Date',
        'DateSigned',
        'Date of Signature',
        'SigDate',
      ],
      ...[
        'Applicant Signature Date',
        'Signed On',
        'Fecha de firma',
        'Fecha de la firma',
        'Data da assinatura',
        'datesigned',
      ],
      ...['Signature1_Date', 'Date of applicant’s signature', 'Current Date'],
    ],
  ],
  [
    'plain',
    ['Date', 'Date_2', 'Date1_af_date', 'Fecha', 'Data', 'Applicant Date', 'Date (mm/dd/yyyy)', 'Witness Date'],
  ],
  [
    'other',
    [
      ...['Policy Effective Date', 'Date of Accident', 'Attestation17_InsertDate', 'End Date', 'Date of Birth', 'DOB'],
      ...[
        'Expiration Date',
        'Date Hired',
        'Fecha de nacimiento',
        'Data de nascimento',
        'Requested effective date',
        'Loss Date',
      ],
    ],
  ],
  [
    undefined,
    [
      'Position on date of disability',
      'Data Plan',
      'Update',
      'Year to date',
      'Birth Month',
      'Candidate',
      'Name and date',
      'Mandate',
      'Text1',
    ],
  ],
]

it.each(dates)('given names of dates that mean %s, when read, then so', (meaning, names) => {
  expect(names.map((name) => [name, dateMeaning([wordsOf(name)], false)])).toEqual(names.map((name) => [name, meaning]))
})

it.each([
  ['m/d/yy', 'mm/dd/yy'],
  ['mm/dd/yyyy', 'mm/dd/yyyy'],
  ['mmm d, yyyy', 'mm/dd/yyyy'],
  ['dd-mmm-yyyy', 'dd/mm/yyyy'],
  ['yyyy-mm-dd', 'yyyy-mm-dd'],
  ['mm/yy', undefined],
])('given the format %s of a form, when read, then %s', (own, format) => {
  expect(formatOf(own)).toBe(format)
})

it.each([
  ['Date of birth (MM/DD/YYYY)', 'mm/dd/yyyy'],
  ['Date (mm-dd-yy)', 'mm/dd/yy'],
  ['Fecha (dd/mm/aaaa)', 'dd/mm/yyyy'],
  ['MMDDYYYY', 'mm/dd/yyyy'],
  ['Date', undefined],
])('given a name with a hint, %s, when read, then %s', (name, format) => {
  expect(formatIn(name)).toBe(format)
})

it('given a date as a form has it, when read, then in its order; what is none is none', () => {
  expect(readDate('03/09/1961', 'mm/dd/yyyy')).toBe('1961-03-09')
  expect(readDate('09.03.61', 'dd/mm/yy')).toBe('1961-03-09')
  expect(readDate('02/30/2026', 'mm/dd/yyyy')).toBeUndefined()
  expect(readDate('N/A', 'mm/dd/yyyy')).toBeUndefined()
})
