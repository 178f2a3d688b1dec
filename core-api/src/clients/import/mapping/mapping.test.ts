import { Readable } from 'node:stream'
import { type ImportPlan, type ImportTarget, importTargets } from '@agency/contract/client-imports'
import { policyTargets } from '@agency/contract/import-policies'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../policies/read-policy.ts'
import { isDate, readAmount, readDate, readOptOut } from './cell-values.ts'
import { asksToText, targetOfHeading } from './column-names.ts'
import { phonesIn } from './contacts.ts'
import { detectDates, detectDecimals } from './detect-formats.ts'
import { columnsOf, detectHeaderRow, haveShortEnds, markBroken, usualWidth } from './layout.ts'
import { mapColumns } from './map-columns.ts'
import { mendRow, withDays, withoutMarkup } from './mend-row.ts'
import { splitName, splitTwoLast } from './names.ts'
import { brokenRow, isReportLine, readRow } from './row-values.ts'

const tableOf = (...rows: string[][]) => rows.map((cells, at) => ({ number: at + 1, cells }))
const mapped = (headings: string[], ...values: string[][]) => {
  const rows = tableOf(headings, ...values)
  return mapColumns(columnsOf(rows, 1))
}
const settings = {
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  header_row: 1,
  dates: 'mdy',
  decimals: 'point',
} as const
const read = (
  row: Partial<Record<ImportTarget, string>> & Record<string, string>,
  { add_zeros = false, hasMixedDates = false }: { add_zeros?: boolean; hasMixedDates?: boolean } = {},
) => {
  const mapping = Object.keys(row).map(
    (name) => targetOfHeading(name) ?? policyTargets.find((target) => target === name) ?? null,
  )
  const plan = {
    settings,
    mapping,
    match_by: [],
    fill_only: false,
    leave_out_faults: false,
    add_zeros,
  }
  const owners: Record<string, string> = { 'ana lima': 'ana' }
  return readRow(
    { number: 2, cells: Object.values(row) },
    {
      plan,
      hasMixedDates,
      headings: Object.keys(row),
      findOwner: (text) => owners[text.toLowerCase()],
    },
  )
}

describe('headings', () => {
  it.each<[string, ImportTarget]>([
    ['First Name', 'client_first_name'],
    ['FNAME', 'client_first_name'],
    ['F. Nac.', 'dob'],
    ['Sfx', 'name_suffix'],
    ['Fst Name', 'client_first_name'],
    ['Home Address City', 'city'],
    ['Country/Region', 'country'],
    ['Text Consent Date', 'text_consent_date'],
    ['Text Consent', 'no_texts'],
    ['Domicilio', 'address'],
    ['Población', 'city'],
    ['CP', 'zip'],
    ['Comentarios', 'notes'],
    ['Insured First Name', 'client_first_name'],
    ['Last', 'client_last_name'],
    ['LAST_NAME', 'client_last_name'],
    ['Subscriber Last Name', 'client_last_name'],
    ['contactLastName', 'client_last_name'],
    ['Apellidos', 'client_last_name'],
    ['Full name', 'full_name'],
    ['Named Insured', 'full_name'],
    ['Member Name', 'full_name'],
    ['M.I.', 'middle_name'],
    ['DOB', 'dob'],
    ['D.O.B.', 'dob'],
    ['Member Birth Date', 'dob'],
    ['Birthdate', 'dob'],
    ['SSN', 'ssn'],
    ['S.S.#', 'ssn'],
    ['Social Security No.', 'ssn'],
    ['Cell', 'primary_phone'],
    ['Mobile Phone #', 'primary_phone'],
    ['Phone Number', 'primary_phone'],
    ['Home Phone', 'secondary_phone'],
    ['E-mail', 'primary_email'],
    ['Email Address', 'primary_email'],
    ['Member Email', 'primary_email'],
    ['Street Address', 'address'],
    ['Mailing Address 1', 'address'],
    ['Address Line 2', 'address_2'],
    ['Mailing City', 'city'],
    ['ST', 'state'],
    ['Zip', 'zip'],
    ['Zip/Postal Code', 'zip'],
    ['Language', 'pref_lang'],
    ['MBI', 'medicarenumber'],
    ['Medicare #', 'medicarenumber'],
    ['Part A Effective Date', 'part_a_effective'],
    ['Plan Name', 'current_health_plan_name'],
    ['Monthly Premium', 'health_plan_premium'],
    ['Agent of Record', 'aor'],
    ['Assigned To', 'owner'],
    ['Employer', 'name_of_employer'],
    ['Annual Income', 'agi'],
    ['Comments', 'notes'],
    ['Spouse DOB', 'spouse_dob'],
    ['Child 2 DOB', 'dep2_dob'],
    ['Dependent 1 Name', 'dep1_name'],
    ['Beneficiary', 'ben1_name'],
    ['Primary Care Physician', 'name_of_pcp'],
    ['dep3_height', 'dep3_height'],
    ['Mother Age', 'age_of_mother'],
    ['E-mail 1 - Value', 'primary_email'],
    ['Address 1 - Region', 'state'],
    ['Mailing State/Province', 'state'],
    ['MbrFirstName', 'client_first_name'],
    ['MailZip', 'zip'],
    ['phone_number1.number', 'primary_phone'],
    ['DOB (MM/DD/YYYY)', 'dob'],
    ['Phone [home]', 'secondary_phone'],
    ['Street 1', 'address'],
    ['Teléfono móvil', 'primary_phone'],
    ['City, State, Zip', 'city'],
    ['MBR_FIRST_NM', 'client_first_name'],
    ['Mail ZipCd', 'zip'],
    ['Cell / Home', 'primary_phone'],
    ['Last, First', 'last_first_name'],
    ['Apellido Paterno', 'client_last_name'],
    ['Apellido Materno', 'second_last_name'],
    ['Fecha Nac. Cónyuge', 'spouse_dob'],
    ['consumer_first_name', 'client_first_name'],
    ['Spouse First', 'spouse_name'],
    ['Next F/U', 'next_f_u_date'],
    ['E-mail 2 Address', 'secondary_email'],
    ['Opt Out of Texts', 'no_texts'],
    ['Prospect First', 'client_first_name'],
    ['Lead Owner', 'owner'],
    ['Address 1 - Extended Address', 'address_2'],
    ['Address 1 - Formatted', 'full_address'],
    ['Full Address', 'full_address'],
    ['Cel', 'primary_phone'],
    ['Tel. Casa', 'secondary_phone'],
    ['Pueblo', 'city'],
    ['Dirección Postal', 'address'],
    ['No textos', 'no_texts'],
    ['SMS permission status', 'no_texts'],
    ['Has Opted Out Of SMS', 'no_texts'],
    ['Do you agree to receive text messages?', 'no_texts'],
    ['Autoriza SMS', 'no_texts'],
    ['TCPA Consent', 'no_texts'],
    ['STOP', 'no_texts'],
    ['Your full name (as on your ID)', 'full_name'],
    ['What is your date of birth?', 'dob'],
    ['Best phone number to reach you', 'primary_phone'],
    ['City - Home', 'city'],
    ['Street address line 1 - Home', 'address'],
    ['Phone - Home', 'secondary_phone'],
    ['Comentario', 'notes'],
    ['Contract Holder', 'full_name'],
  ])('[BK-02] given the heading %s, when it is read, then the column is %s', (heading, target) => {
    expect(targetOfHeading(heading)).toBe(target)
  })

  it.each([
    'Carrier',
    'Policy Number',
    'Effective Date',
    'County',
    'Member ID',
    'Policy Status',
    'CVC',
    'x',
    'Name / Phone',
    'Email Opt-Out',
    'Text message',
    'Newsletter consent',
    'Texas ID',
  ])('[BK-02] given %s, when it is read, then nothing is guessed', (heading) =>
    expect(targetOfHeading(heading)).toBeUndefined(),
  )
})

describe('proposed columns', () => {
  it('[BK-02] given several phones, when mapped, then the mobile one is first', () => {
    expect(mapped(['Client No', 'Name'])).toEqual(['other_id', 'full_name'])
    expect(mapped(['First Name', 'Last Name', 'Client'])[2]).toBeNull()
    expect(mapped(['First Name', 'Last Name', 'E-mail Display Name'])[2]).toBe('full_name')
    expect(mapped(['Home Phone', 'Phone', 'Cell'])).toEqual(['secondary_phone', 'other_phone', 'primary_phone'])
    expect(mapped(['Home Phone', 'Name'])).toEqual(['primary_phone', 'full_name'])
    expect(mapped(['Work Phone', 'Home Phone'])).toEqual(['secondary_phone', 'primary_phone'])
    expect(mapped(['Business Phone', 'Home Phone', 'Mobile'])).toEqual([
      'other_phone',
      'secondary_phone',
      'primary_phone',
    ])
    expect(mapped(['Teléfono', 'Teléfono móvil'])).toEqual(['secondary_phone', 'primary_phone'])
  })

  it('[BK-02] given an empty column, when mapped, then one with values has its place', () => {
    expect(mapped(['Primary Phone', 'Home Phone', 'Mobile Phone'], ['', '1', '2'])).toEqual([
      'other_phone',
      'secondary_phone',
      'primary_phone',
    ])
  })

  it('[BK-02] given a birth date in three columns, when mapped, then the day alone is none', () => {
    expect(mapped(['Name', 'Birth Year', 'Birth Day'], ['Ann', '1980', '15'])).toEqual(['full_name', null, null])
    expect(mapped(['Name', 'Birth Day'], ['Ann', '1/2/1980'])).toEqual(['full_name', 'dob'])
  })

  it('[BK-02] given unknown headings, when mapped, then unmistakable values decide', () => {
    const values = ['ann@mail.example', '123-45-6789', '(305) 555-0100', '12345']
    expect(mapped(['A', 'B', 'C', 'D'], values, values)).toEqual(['primary_email', 'ssn', 'primary_phone', null])
  })

  it('[BK-02] given a status of another system, when mapped, then it is left out', () => {
    expect(mapped(['Name', 'Status'], ['Ann', 'hot'], ['Bob', 'cold'])).toEqual(['full_name', null])
    expect(mapped(['Name', 'Status'], ['Ann', 'Termed'], ['Bob', 'ACTIVE'])).toEqual(['full_name', 'status'])
    expect(mapped(['Name', 'Policy #', 'Status'], ['Ann', '7', 'Active'])).toEqual(['full_name', null, null])
  })

  it('[BK-02] given two rows of headings, when mapped, then a heading that repeats is that of its group', () => {
    const groups = ['Client', '', '', 'Spouse', '']
    const columns = columnsOf(tableOf(groups, ['First', 'Last', 'DOB', 'Name', 'DOB'], ['Ann', 'Lee']), 2)
    expect(mapColumns(columns)).toEqual(['client_first_name', 'client_last_name', 'dob', 'spouse_name', 'spouse_dob'])
    const titled = columnsOf(tableOf(['Book 2026'], ['Name', 'DOB', 'DOB'], ['Ann Lee']), 2)
    expect(mapColumns(titled)).toEqual(['full_name', 'dob', null])
  })

  it('[BK-02] given an account number, when mapped, then it is a bank’s only beside a bank', () => {
    expect(mapped(['Name', 'Account Number'])).toEqual(['full_name', null])
    expect(mapped(['Name', 'Account Number', 'Routing Number'])).toEqual([
      'full_name',
      'account_number',
      'routing_number',
    ])
  })
})

describe('layout', () => {
  it.each<[string, string[][], number]>([
    [
      'headings first',
      [
        ['Name', 'Phone'],
        ['Ann', '1'],
      ],
      1,
    ],
    [
      'titles above',
      [['Book of business'], ['Name and notes'], ['First', 'Last', 'DOB'], ['Ann', 'Lee', '1/2/1980']],
      3,
    ],
    [
      'no headings',
      [
        ['Ann Lee', 'ann@mail.example', '1/2/1980'],
        ['Bob Ray', 'bob@mail.example', '3/4/1980'],
      ],
      0,
    ],
    [
      'unknown headings',
      [
        ['Foo', 'Bar'],
        ['17001', 'x@y.example'],
        ['17002', 'y@y.example'],
      ],
      1,
    ],
  ])('[BK-01] given %s, when detected, then the row of headings is found', (_what, rows, number) => {
    expect(detectHeaderRow(tableOf(...rows))).toBe(number)
  })

  it('[BK-41] given people in the first row, when detected, then it is no row of headings, and columns are mapped by their values', () => {
    const last = ['Lima', 'Rossi', 'Okafor', 'Nguyen']
    const people = ['Ana', 'Robert', 'Ifeoma', 'Linh'].map((first, n) => [
      ...[first, last[n] ?? '', `${n + 2}/1/2026`, `${n + 2}/1/1960`, `305-555-000${n}`, `${n}1 SW 8th St`],
      ...['Coral Gables', 'FL', `3313${n}`],
    ])
    const rows = tableOf(...people)
    expect(detectHeaderRow(rows)).toBe(0)
    expect(mapColumns(columnsOf(rows, 0))).toEqual([
      ...['client_first_name', 'client_last_name', null, 'dob', 'primary_phone', 'address', 'city', 'state', 'zip'],
    ])
    const whole = (texts: string[]) => mapColumns(columnsOf(tableOf(...texts.map((text) => [text, 'x1'])), 0))
    expect([whole(['LIMA, ANA', 'ROSSI, BO']), whole(['Ana Lima', 'Robert Rossi'])]).toEqual([
      ['full_name', null],
      ['full_name', null],
    ])
    expect(
      detectHeaderRow(
        tableOf(...['Ana', 'Bo', 'Cy'].map((name, n) => [name, 'Lima', 'Miami', 'FL', `${n}3101`, '1/2/1980'])),
      ),
    ).toBe(0)
  })

  it('[BK-01] given dates and amounts, when detected, then the order and the decimals are theirs', () => {
    expect(detectDates(tableOf(['25/12/1980', '01/02/1990']))).toEqual({ dates: 'dmy', mixed: false })
    expect(detectDates(tableOf(['12/25/1980', '25/12/1980']))).toEqual({ dates: undefined, mixed: true })
    expect(detectDates(tableOf(['01/02/1990']))).toEqual({ dates: undefined, mixed: false })
    const days = ['13', '14', '15', '16', '17'].map((day) => [`${day}.1.1980`])
    expect(detectDates(tableOf(...days, ['12/25/1980']))).toEqual({ dates: 'dmy', mixed: true })
    expect([detectDecimals(tableOf(['1.234,50'])), detectDecimals(tableOf(['1,234.50']))]).toEqual(['comma', 'point'])
    expect(detectDecimals(tableOf(['100,50'], ['85.50'], ['7,25']))).toBe('comma')
  })
})

describe('rows', () => {
  const uniform = (...rows: string[][]) => tableOf(...rows).map((row) => ({ ...row, width: row.cells.length }))
  const rows = uniform(['First', 'Last', 'City'], ...Array.from({ length: 9 }, () => ['Ann', 'Lee', 'Miami']))

  it('[BK-27] given a line with other cells than nearly all have, when read, then it says so; where lines differ, none does', () => {
    const width = usualWidth([...rows, ...uniform(['Ann', 'Lee', 'Suite 4', 'Miami'])], 1)
    const broken = (...cells: string[]) => brokenRow({ number: 12, cells, width: cells.length }, width)
    expect(broken('Ann', 'Lee', 'Suite 4', 'Miami')).toMatch(/has 4 cells, the others have 3/)
    expect(broken('Ann', 'Lee', 'Miami')).toBeUndefined()
    const torn = Array.from({ length: 9 }, () => ['Ann', 'Lee', 'Suite 4', 'Miami'])
    expect([
      usualWidth([...rows, ...uniform(...torn)], 1),
      usualWidth(uniform(rows[0]?.cells ?? [], ...torn), 1),
    ]).toEqual([3, undefined])
    expect(usualWidth(uniform(['First', 'Last', 'City'], ['Ann'], ['Ann', 'Lee'], ['A', 'L', 'M']), 1)).toBeUndefined()
  })

  it.each([
    ['many', true, [undefined, undefined, 2, 2, undefined, 2]],
    ['few', false, [2, undefined, 2, 2, undefined, 2]],
  ])(
    '[BK-27] given %s short lines, when read, then pieces of a row are broken, and others unless they lack empty cells',
    async (_what, haveEnds, broken) => {
      const full = ['Bob', 'Lee', 'Miami']
      const lines = uniform(['Ann', 'Lee'], full, ['Cy', 'L'], ['ee', 'Rome'], full, ['"Di,"Lee', 'Bonn'])
      const marked: (string | undefined)[] = []
      for await (const row of markBroken(Readable.from(lines), 3, haveEnds)) marked.push(brokenRow(row, 3))
      expect(marked).toEqual(broken.map((cells) => cells && expect.stringContaining(`has ${cells} of 3 cells`)))
      const long = Array.from({ length: 96 }, () => full)
      expect(haveShortEnds(uniform(full, ...long, ...lines.map(({ cells }) => cells)), 1, 3)).toBe(true)
      expect(haveShortEnds(uniform(full, ...long, ['Ann', 'Lee']), 1, 3)).toBe(false)
    },
  )

  it.each([
    ['Total', true],
    ['Grand Totals (3 records)', true],
    ['Total members: 3,000', true],
    ['Copyright (c) 2000-2026 a company', true],
    ['Page 1 of 2', true],
    ['3 records', true],
    ['Page, Larry', false],
    ['Count Basie', false],
    ['Totally Ann', false],
    ['B', true],
    ['JANUARY', true],
    ['May', true],
    ['BLUE CROSS CLIENTS', true],
    ['April Jones', false],
  ])('[BK-27] given a row that begins with %s, when read, then it is a line of the report: %s', (text, is) => {
    expect(isReportLine({ number: 9, cells: ['', text, '1,037.50'] }, read({ full_name: text }))).toBe(is)
    expect(isReportLine({ number: 9, cells: [text] }, read({ full_name: text, dob: '1/2/1980' }))).toBe(false)
  })

  it.each(['April', 'J', 'Key Accounts'])(
    '[BK-27] given a person without dates and numbers in a row that begins with %s, when read, then it is no line of the report',
    (text) => {
      expect(isReportLine({ number: 9, cells: [text, 'Mona', '12 Main St'] }, read({ client_last_name: 'Mona' }))).toBe(
        false,
      )
    },
  )
})

describe('rows of a workbook of 1904', () => {
  it('[BK-01] given days without a format of dates, when read, then they are of its calendar, and other numbers stay', () => {
    const plan = { mapping: ['dob', 'zip', 'policy.effective_date'] } as const
    const row = { number: 2, cells: ['20517', '33101', '44561'] }
    const read = withDays({ ...row, is1904: true }, { mapping: [...plan.mapping] })
    expect(read.cells).toEqual(['1960-03-04', '33101', '2026-01-01'])
    expect(withDays(row, { mapping: [...plan.mapping] })).toBe(row)
  })
})

it.each([
  ['O&#39;Brien', "O'Brien"],
  ['Mu&ntilde;oz', 'Muñoz'],
  ['AT&T; Co', 'AT&T; Co'],
  ['""Bo""', 'Bo'],
  ['"Annie" Ann Lee', '"Annie" Ann Lee'],
  ["'02134", '02134'],
  ["'Aolani", "'Aolani"],
  ['z:02134', '02134'],
])('[BK-27] given the cell %s, when read, then it is %s', (cell, text) => {
  expect(withoutMarkup({ number: 2, cells: ['', cell] }).cells[1]).toBe(text)
})

describe('rows with too many cells', () => {
  const head = ['First Name', 'Last Name', 'DOB', 'Address', 'City', 'State', 'Zip', 'Premium']
  const mapping = head.map((heading) => targetOfHeading(heading) ?? null)
  const mend = (line: string) => {
    const all = line.split(',')
    const cells = all.slice(0, all.findLastIndex(Boolean) + 1)
    const row = mendRow(
      { number: 9, cells, width: all.length },
      { width: head.length, headings: head.length },
      { mapping },
    )
    return [row.cells[3], row.cells[6], brokenRow(row, head.length)]
  }
  it.each([
    [
      'a separator in the address',
      'Ann,Lee,1/2/1980,5 Elm St, Apt 5,Miami,FL,33101,12',
      '5 Elm St, Apt 5',
      '33101',
      undefined,
    ],
    [
      'the same before empty cells',
      'Ann,Lee,1/2/1980,5 Elm St,Apt 5,Miami,FL,33101,',
      '5 Elm St, Apt 5',
      '33101',
      undefined,
    ],
    ['an empty cell too many', 'Ann,Lee,1/2/1980,5 Elm St,Miami,FL,33101,,', '5 Elm St', '33101', undefined],
    ['a row that fits in no way', 'Ann,Lee,x,1/2/1980,5 Elm St,Miami,FL,33101,12', '1/2/1980', 'FL', /has 9 cells/],
  ])(
    '[BK-27] given %s, when read, then values stand where they fit, or the row says so',
    (_what, line, address, zip, broken) => {
      expect(mend(line)).toEqual([address, zip, broken && expect.stringMatching(broken)])
    },
  )
})

describe('cells', () => {
  const now = new Date('2026-11-27T00:00:00Z')
  it.each<[string, string | undefined]>([
    ['1980-02-03', '1980-02-03'],
    ['1980/2/3', '1980-02-03'],
    ['19800203', '1980-02-03'],
    ['2/3/1980', '1980-02-03'],
    ['25/12/1980', '1980-12-25'],
    ['2/3/80', '1980-02-03'],
    ['2/3/27', '1927-02-03'],
    ['2/3/26', '2026-02-03'],
    ['12/3/26', '1926-12-03'],
    ['Feb 3, 1980', '1980-02-03'],
    ['3-Feb-80', '1980-02-03'],
    ['Sunday, February 3, 1980', '1980-02-03'],
    ['2/3/1980 12:00:00 AM', '1980-02-03'],
    ['1980-02-03T00:00:00', '1980-02-03'],
    ['29254', '1980-02-03'],
    ['2/30/1980', undefined],
    ['13/13/1980', undefined],
    ['1980', undefined],
    ['soon', undefined],
  ])('[BK-01] given the birth date %s, when read, then it is %s', (text, date) => {
    expect(readDate(text, { order: 'mdy', isPast: true, now })).toBe(date)
  })

  it('[BK-01] given the other order and a decimal comma, when read, then they count', () => {
    expect(readDate('2/3/1980', { order: 'dmy', isPast: true, now })).toBe('1980-03-02')
    expect([readAmount('1.234,50 €', 'comma'), readAmount('$1,234.50', 'point')]).toEqual(['1234.5', '$1,234.50'])
    expect([readAmount('US$ 1.245,33', 'comma'), readAmount('USD 7.50', 'point')]).toEqual(['1245.33', '7.50'])
    expect(
      ['.00', '$.50', '412.5500', '412.555', '144.258333', '$1,144.2567'].map((text) => readAmount(text, 'point')),
    ).toEqual(['0.00', '$0.50', '412.55', '412.555', '144.26', '$1144.26'])
    expect([readAmount('1245.5', 'comma'), readAmount('1.245', 'comma')]).toEqual(['1245.5', '1245'])
    expect(detectDecimals(tableOf(['US$ 1.245,33']))).toBe('comma')
    expect([isDate('1/2/1980'), isDate('12')]).toEqual([true, false])
  })

  it.each([
    ['Jorge Patiño López', 'Jorge', 'Patiño López'],
    ['María José López', 'María José', 'López'],
    ['Ana María Peña Gil', 'Ana María', 'Peña Gil'],
    ['María José de la Cruz Peña', 'María José', 'de la Cruz Peña'],
    ['Peña Gil, Ana', 'Ana', 'Peña Gil'],
    ['Ana Gil', 'Ana', 'Gil'],
  ])('[BK-02] given %s under a heading that says two last names, when split, then it has them', (text, first, last) => {
    expect(splitTwoLast(text)).toEqual({ first, last })
    const { fields } = read({ 'Nombre y Apellidos': text })
    expect(fields).toEqual({ client_first_name: first, client_last_name: last })
  })

  it('[BK-02] given a column Estado, when mapped, then it is the status or the state, by its values', () => {
    expect(mapped(['Nombre', 'Estado'], ['Ana', 'Activa'], ['Luis', 'Inactivo'])).toEqual([
      'client_first_name',
      'status',
    ])
    expect(mapped(['Nombre', 'Estado'], ['Ana', 'FL'], ['Luis', 'CA'])).toEqual(['client_first_name', 'state'])
  })

  it('[BK-02] given two names with the last one first, when read, then the second is the spouse; a business is asked about', () => {
    const { fields, question } = read({ full_name: 'Smith, Bob & Jones, Ann' })
    expect(fields).toMatchObject({ client_first_name: 'Bob', client_last_name: 'Smith', spouse_name: 'Ann Jones' })
    expect(question).toMatch(/two people/)
    expect(read({ full_name: 'Peña Roofing Inc' }).question).toMatch(/a business/)
    expect(read({ full_name: 'SMITH FAMILY TRUST DTD 3/4/2001' }).question).toMatch(/a business/)
    expect(read({ full_name: 'First Bank of Ocala FBO Ann Lee' }).question).toMatch(/a business/)
    expect(read({ full_name: 'Smith Profit Sharing Plan' }).question).toMatch(/a business/)
    expect(read({ full_name: 'Bank Ofori' }).question).toBeUndefined()
    expect(read({ full_name: 'Ana Co' }).question).toBeUndefined()
  })

  it.each<[Parameters<typeof read>[0], object]>([
    [
      { full_name: 'Law Offices of Ann Lee' },
      { client_last_name: 'Law Offices of Ann Lee', business_name: 'Law Offices of Ann Lee' },
    ],
    [{ client_first_name: 'Sunline Auto', client_last_name: 'Repair' }, { client_last_name: 'Sunline Auto Repair' }],
    [{ full_name: 'Lee & Sons Plumbing Co.' }, { client_last_name: 'Lee & Sons Plumbing Co.' }],
    [{ full_name: 'Ann Lee, P.A.', business_name: 'Lee Law' }, { business_name: 'Lee Law' }],
  ])('[BK-27] given %o, when read, then it is one business, and a question', (row, fields) => {
    const made = read(row)
    expect(made.question).toMatch(/a business/)
    expect(made.fields).toMatchObject(fields)
    expect(made.fields.client_first_name).toBeUndefined()
  })

  it('[BK-27] given a wife and no husband, when read, then it is asked whether she is the client', () => {
    const { question, fields } = read({
      client_first_name: '',
      client_last_name: 'Lee',
      spouse_name: 'Bea',
      spouse_dob: '2/3/1962',
    })
    expect(question).toMatch(/the spouse is the client/)
    expect(fields).toEqual({ client_first_name: 'Bea', client_last_name: 'Lee', dob: '1962-02-03' })
  })

  it.each(['PENDING', '00000000000'])('[BK-27] given the Medicare number %s, when read, then there is none', (text) => {
    expect(read({ medicarenumber: text }).fields.medicarenumber).toBeUndefined()
  })

  it('[BK-02] given contacts of others than the client, when mapped, then their values are not taken for the client’s', () => {
    const headings = [
      'Member First',
      'Member Last',
      'Member Home Phone',
      'Broker Phone',
      'Broker Email',
      'Agent SSN',
      'Fax',
    ]
    const row = ['Ann', 'Lee', '305-555-0100', '305-555-0101', 'b@agency.example', '900-12-3456', '305-555-0102']
    expect(mapped(headings, row)).toEqual([
      'client_first_name',
      'client_last_name',
      'primary_phone',
      null,
      null,
      null,
      null,
    ])
  })

  it('[BK-27] given an e-mail address behind a name, when read, then it is the client’s, and no part of the name', () => {
    const who = { client_first_name: 'Luis', client_last_name: 'Peña', primary_email: 'luis@x.example' }
    expect(read({ full_name: 'Luis Peña luis@x.example' }).fields).toEqual(who)
    expect(read({ full_name: 'Luis Peña - luis@x.example' }).fields).toEqual(who)
    expect(
      read({ full_name: 'luis@x.example', primary_phone: '305-555-0100' }).fields.client_first_name,
    ).toBeUndefined()
  })

  it('[BK-02] given an address at work and none at home, when mapped, then it is the client’s', () => {
    const headings = ['First Name', 'Business Street', 'Business City', 'Home Street', 'Home City']
    expect(mapped(headings, ['Ann', '1 Elm St', 'Miami', '', '']).slice(1)).toEqual(['address', 'city', null, null])
    expect(mapped(headings, ['Ann', '1 Elm St', 'Miami', '9 Bay St', 'Naples']).slice(1)).toEqual([
      null,
      null,
      'address',
      'city',
    ])
  })

  it('[BK-27] given pictures and marks beside names, when read, then they are no part of them', () => {
    const { fields } = read({ client_first_name: 'ZZ Ann 👍', client_last_name: 'Lee ⭐' })
    expect(fields).toMatchObject({
      client_first_name: 'Ann',
      client_last_name: 'Lee',
      notes: expect.stringMatching(/ZZ/),
    })
  })

  it('[BK-27] given an address book with kinds of numbers, when read, then a fax is none, and the mobile phone is the first', () => {
    const { fields } = read({
      'Phone 1 - Type': 'Work Fax',
      'Phone 1 - Value': '(305) 555-0101',
      'Phone 2 - Type': 'Home',
      'Phone 2 - Value': '(305) 555-0102',
      'Phone 3 - Label': '* Mobile',
      'Phone 3 - Value': '(305) 555-0103',
    })
    expect(fields).toMatchObject({
      primary_phone: '(305) 555-0103',
      secondary_phone: '(305) 555-0102',
      notes: '<p>Fax: (305) 555-0101</p>',
    })
  })

  it.each([
    [
      { address: '9 SW 30 Ct ::: 1 Elm', city: 'Miami ::: Naples', state: 'FL ::: FL', zip: '33142 ::: 34102' },
      '9 SW 30 Ct\nMiami, FL 33142',
    ],
    [
      { address: 'Calle 8 # 12-34', city: 'Bogota', zip: '110111', country: 'Colombia' },
      'Calle 8 # 12-34\nBogota, 110111\nColombia',
    ],
    [
      { address: '1 Elm St', city: 'Miami', state: 'FL', zip: '33142', country: 'United States' },
      '1 Elm St\nMiami, FL 33142',
    ],
    // No ZIP code begins with 003.
    [{ address: '1 Elm St', city: 'Miami', state: 'FL', zip: '331' }, '1 Elm St\nMiami, FL 331'],
    [{ address: '1 Elm St', city: 'Adjuntas', state: 'PR', zip: '601' }, '1 Elm St\nAdjuntas, PR 00601'],
    [{ full_address: 'Calle 8, Bogota 110111 Colombia', country: 'Colombia' }, 'Calle 8, Bogota 110111 Colombia'],
  ])(
    '[BK-27] given %o, when read, then the address is the first, with its country if that is another one',
    (row, address) => {
      expect(read(row).fields.address).toBe(address)
    },
  )

  it('[BK-02] given the name of an account beside no other name and no bank, when mapped, then it is that of the client', () => {
    expect(mapped(['Account Name', 'Phone'], ['Ann Lee', '305-555-0100'])[0]).toBe('full_name')
    expect(mapped(['First Name', 'Last Name', 'Account Name'], ['Ann', 'Lee', 'Ann Lee'])[2]).toBeNull()
  })

  it('[BK-27] given five phone columns, when mapped and read, then the third and further numbers are in the notes', () => {
    const headings = ['First Name', 'Mobile', 'Home Phone', 'Work Phone', 'Other Phone', 'Alternate Phone']
    expect(
      mapped(headings, ['Ann', ...Array(5).fill('305-555-0100')]).filter((each) => each === 'other_phone'),
    ).toHaveLength(3)
  })

  it.each<[string, { first: string; last: string } | undefined]>([
    ['Ann Lee', { first: 'Ann', last: 'Lee' }],
    ['Lee, Ann Marie', { first: 'Ann Marie', last: 'Lee' }],
    ['Lee, Ann, Jr.', { first: 'Ann', last: 'Lee Jr.' }],
    ['John Smith, Jr.', { first: 'John', last: 'Smith Jr.' }],
    ['John Smith III', { first: 'John', last: 'Smith III' }],
    ['Mr. José de la Cruz', { first: 'José', last: 'de la Cruz' }],
    ['Cher', { first: 'Cher', last: '' }],
    ['John & Mary Smith', undefined],
    ['John and Mary Smith', undefined],
    ['João e Maria Silva', undefined],
    ['JUAN Y MARIA PEREZ', undefined],
    ['Inês E Walker', { first: 'Inês E', last: 'Walker' }],
    ['ELIZABETH E LEE', { first: 'ELIZABETH E', last: 'LEE' }],
    ['Carol E James 😀', { first: 'Carol E', last: 'James' }],
    ['👩🏽‍⚕️ Ana Lima', { first: 'Ana', last: 'Lima' }],
  ])('[BK-02] given the name %s, when split, then it is right', (text, name) => {
    expect(splitName(text)).toEqual(name)
  })

  it.each([
    ['207.308.3397 - call after 5', ['207.308.3397']],
    ['C 314/440-8913', ['314/440-8913']],
    ['305-555-0100/305-555-0199', ['305-555-0100', '305-555-0199']],
    ['305 555 0100 call 4477', []],
  ])('[BK-02] given the phone cell %s, when read, then its numbers are %j', (text, values) => {
    expect(phonesIn(text).values).toEqual(values)
  })

  it('[BK-02] given a phone cell that holds more than the record takes, when read, then the whole of it is in the notes', () => {
    const cell = '305-555-0100 or 305-555-0101 (wife) or 305-555-0102'
    const { fields } = read({ full_name: 'Ann Lee', primary_phone: cell, notes: 'Gold plan' })
    expect(fields.notes).toBe(`<p>Gold plan</p><p>Primary Phone: ${cell}</p>`)
  })

  it.each([
    ['OK to text?', 'N', { since: null }],
    ['OK to text?', 'yes', null],
    ['SMS Opt-In', '1/2/2026', null],
    ['May we text?', 'stop', { since: null }],
    ['Text Consent', 'N', { since: null }],
    ['Do not text', 'N', null],
    ['Do not text', 'yes', { since: null }],
  ])('[BK-02] given the column %s with %s, when read, then it is the wish of the client', (heading, text, wish) => {
    expect(targetOfHeading(heading)).toBe('no_texts')
    expect(readOptOut(text, 'mdy', asksToText(heading))).toEqual(wish)
  })

  it('[BK-02] given headings of an opt-out, when staff map them, then yes stops the texts', () => {
    expect(['Cancelled SMS', 'Texts not allowed', 'OK'].map(asksToText)).toEqual([false, false, true])
  })

  it('[BK-02] given cells that say nothing of their own, when read, then they are empty', () => {
    const { fields, problems } = read({ full_name: 'Ann Lee', secondary_phone: 'same as cell', notes: 'N/A' })
    expect([fields, problems]).toEqual([{ client_first_name: 'Ann', client_last_name: 'Lee' }, []])
  })

  it('[BK-02] given a row, when read, then names, address, numbers and choices are those of the record', () => {
    const { fields, ownerId, problems } = read({
      full_name: 'Lee, Ann',
      dob: '1/2/80',
      ssn: '123456789',
      primary_phone: '305 555 0100; 305 555 0199',
      primary_email: ' ann@mail.example ',
      address: '1 Main St',
      city: 'Boston',
      state: 'MA',
      zip: '2108',
      status: 'Termed',
      pref_lang: 'ES',
      notes: 'a < b',
      owner: 'Ana Lima',
      height: 'N/A',
    })
    expect(problems).toEqual([])
    expect(ownerId).toBe('ana')
    expect(fields).toEqual({
      client_first_name: 'Ann',
      client_last_name: 'Lee',
      dob: '1980-01-02',
      ssn: '123-45-6789',
      primary_phone: '305 555 0100',
      secondary_phone: '305 555 0199',
      primary_email: 'ann@mail.example',
      address: '1 Main St\nBoston, MA 02108',
      status: 'cancelled',
      pref_lang: 'Spanish',
      notes: '<p>a &lt; b</p>',
    })
  })

  it.each<[ImportTarget, string, (string | undefined)[]]>([
    ['primary_phone', 'C: 305-555-0100 H: 786-555-0101', ['305-555-0100', '786-555-0101']],
    [
      'primary_phone',
      '(305) 555-0100 (cell), (786) 555-0101 (home)',
      ['(305) 555-0100 (cell)', '(786) 555-0101 (home)'],
    ],
    ['primary_phone', '305-555-0100 ::: 786-555-0101', ['305-555-0100', '786-555-0101']],
    ['primary_phone', '305-555-0100 ext 4', ['305-555-0100 ext 4', undefined]],
    ['primary_email', 'a@mail.example; b@mail.example', ['a@mail.example', 'b@mail.example']],
    ['primary_email', 'a@mail.example ::: b@mail.example', ['a@mail.example', 'b@mail.example']],
  ])('[BK-27] given %s of %s, when read, then the second value has its own field', (target, text, values) => {
    const { fields, notes } = read({ [target]: text })
    const secondary = target === 'primary_phone' ? 'secondary_phone' : 'secondary_email'
    expect([[new Map(Object.entries(fields)).get(target), fields[secondary]], notes]).toEqual([values, []])
  })

  it.each([
    ['John & Mary Smith', ['John', 'Smith', 'Mary Smith']],
    ['Smith, John and Mary', ['John', 'Smith', 'Mary Smith']],
    ['John Smith / Mary Jones', ['John', 'Smith', 'Mary Jones']],
    ['JOHN SMITH JTWROS MARY SMITH', ['JOHN', 'SMITH', 'MARY SMITH']],
    ['John & Mary Smith JT TEN', ['John', 'Smith', 'Mary Smith']],
  ])('[BK-27] given the names %s, when read, then staff decide whether they are a couple', (name, names) => {
    const { fields, question, problems } = read({ full_name: name })
    expect([fields.client_first_name, fields.client_last_name, fields.spouse_name]).toEqual(names)
    expect([question, problems]).toEqual([expect.stringContaining('two people'), []])
  })

  it.each([
    ['JOHN SMITH', '', ['JOHN', 'SMITH', undefined], /in one column/],
    ['Ana de la Cruz', '', ['Ana', 'de la Cruz', undefined], /in one column/],
    ['John & Mary', 'Smith', ['John', 'Smith', 'Mary Smith'], /two people/],
    ['José y Ana', 'Rivera Ortiz', ['José', 'Rivera Ortiz', 'Ana Rivera Ortiz'], /two people/],
    ['Sr. José y Sra. Ana', 'Colón Vega', ['José', 'Colón Vega', 'Ana Colón Vega'], /two people/],
    ['Sres. José e Inés', 'Matos Lugo', ['José', 'Matos Lugo', 'Inés Matos Lugo'], /two people/],
    ['José/Ana', 'Pagán Ruiz / Báez Otero', ['José', 'Pagán Ruiz', 'Ana Báez Otero'], /two people/],
    ['José', 'Pagán Ruiz / Báez Otero', ['José', 'Pagán Ruiz', 'Báez Otero'], /two people/],
    ['Ana', 'Smith/Jones', ['Ana', 'Smith/Jones', undefined], undefined],
    ['José', 'Ortega y Gasset', ['José', 'Ortega y Gasset', undefined], undefined],
    ['Lcdo. Luis', 'Matos', ['Luis', 'Matos', undefined], undefined],
    ['Doña Ana', 'Matos', ['Ana', 'Matos', undefined], undefined],
    ['Don', 'Lee', ['Don', 'Lee', undefined], undefined],
    ['Mary Ann', 'Smith', ['Mary Ann', 'Smith', undefined], undefined],
    ['Carol E', 'James', ['Carol E', 'James', undefined], undefined],
    ['Cher', '', ['Cher', undefined, undefined], undefined],
  ])(
    '[BK-27] given the first name %s and the last name %s, when read, then a whole name is parted and asked about',
    (client_first_name, client_last_name, names, asked) => {
      const { fields, question, problems } = read({ client_first_name, client_last_name })
      expect([fields.client_first_name, fields.client_last_name, fields.spouse_name]).toEqual(names)
      expect([question, problems]).toEqual([asked && expect.stringMatching(asked), []])
    },
  )

  it.each<[Partial<Record<ImportTarget, string>>, (string | undefined)[], string | undefined]>([
    [{ full_name: 'Gerald Frazier (Karen’s cousin)' }, ['Gerald', 'Frazier'], 'Karen’s cousin'],
    [{ full_name: 'Frazier, Gerald (deceased)' }, ['Gerald', 'Frazier'], 'deceased'],
    [{ client_first_name: 'Ruth', client_last_name: 'Arnold - moved to TX' }, ['Ruth', 'Arnold'], 'moved to TX'],
    [{ client_first_name: '[VIP] Ruth', client_last_name: 'Lee *** CALL ***' }, ['Ruth', 'Lee'], 'CALL'],
    [{ client_first_name: 'Ruth', client_last_name: 'Lee DNC' }, ['Ruth', 'Lee'], 'DNC'],
    [{ full_name: 'Robert (Bob) Lee' }, ['Robert (Bob)', 'Lee'], undefined],
    [
      { client_first_name: 'María (de los Ángeles)', client_last_name: 'Kim (李)' },
      ['María (de los Ángeles)', 'Kim (李)'],
      undefined,
    ],
    [{ client_first_name: 'T*sha', client_last_name: 'Núñez - da Silva' }, ['T*sha', 'Núñez - da Silva'], undefined],
    [{ client_first_name: 'Ali', client_last_name: 'Abd - al-Rahman' }, ['Ali', 'Abd - al-Rahman'], undefined],
    [{ client_first_name: 'Ali', client_last_name: 'Lee (works at the bank)' }, ['Ali', 'Lee'], 'works at the bank'],
    [{ client_first_name: 'Ruth', client_last_name: 'Smith - Jones' }, ['Ruth', 'Smith - Jones'], undefined],
    [{ client_first_name: 'Ruth', client_last_name: '(deceased)' }, ['Ruth', '(deceased)'], undefined],
    [{ full_name: 'Wayne Hansen (wayne@mail.example)' }, ['Wayne', 'Hansen'], undefined],
    [{ full_name: 'Ann Lee, deceased' }, ['Ann', 'Lee'], 'deceased'],
    [{ client_first_name: 'Ana', client_last_name: 'Colón Vega (viuda)' }, ['Ana', 'Colón Vega'], 'viuda'],
    [{ client_first_name: 'Luis', client_last_name: 'Matos q.e.p.d.' }, ['Luis', 'Matos'], 'q.e.p.d.'],
    [
      { client_first_name: 'Ana', client_last_name: 'Ríos viuda de Cedeño' },
      ['Ana', 'Ríos viuda de Cedeño'],
      undefined,
    ],
    // It tells him from his father.
    [{ client_first_name: 'José', client_last_name: 'Cruz (hijo)' }, ['José', 'Cruz (hijo)'], undefined],
    [{ full_name: 'Lee, Ann, deceased' }, ['Ann', 'Lee'], 'deceased'],
    [{ full_name: 'JOHN SMITH IRA' }, ['JOHN', 'SMITH'], 'IRA'],
    [{ full_name: 'Ann Ira' }, ['Ann', 'Ira'], undefined],
    [{ full_name: 'John Smith - Insured' }, ['John', 'Smith'], 'Insured'],
    [{ full_name: 'John Smith CUST FBO Amy Smith' }, ['John', 'Smith'], 'CUST FBO Amy Smith'],
    [{ full_name: 'Ann Lee- old client' }, ['Ann', 'Lee'], 'old client'],
    [{ full_name: 'Ann Lee-DNC' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'Lee-DNC, Ann' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'Ann Lee-Cancelled' }, ['Ann', 'Lee'], 'Cancelled'],
    [{ full_name: 'Ann Lee, deceased 2/2024' }, ['Ann', 'Lee'], 'deceased 2/2024'],
    [{ full_name: 'Ann Lee aka Annie Li' }, ['Ann', 'Lee'], 'aka Annie Li'],
    [{ full_name: 'Ann Lee c/o Bob Smith' }, ['Ann', 'Lee'], 'c/o Bob Smith'],
    [{ full_name: 'Ann Lee deceased' }, ['Ann', 'Lee'], 'deceased'],
    [{ full_name: 'Ann Lee cancelled 5/2024' }, ['Ann', 'Lee'], 'cancelled 5/2024'],
    [{ full_name: 'Ann Lee do not call' }, ['Ann', 'Lee'], 'do not call'],
    [{ full_name: 'Jean Aka Bi' }, ['Jean Aka', 'Bi'], undefined],
    [{ full_name: 'Lee aka Smith, Ann' }, ['Ann', 'Lee aka Smith'], undefined],
    [{ full_name: 'Ann Lee, call after 5' }, ['Ann', 'Lee'], 'call after 5'],
    [{ full_name: 'Ann Lee, moved to TX' }, ['Ann', 'Lee'], 'moved to TX'],
    [{ full_name: 'Ann Lee moved to TX' }, ['Ann', 'Lee'], 'moved to TX'],
    [{ client_first_name: 'Ann', client_last_name: 'Lee wife of Bob' }, ['Ann', 'Lee'], 'wife of Bob'],
    [{ full_name: 'Ann Lee MOVED' }, ['Ann', 'Lee'], 'MOVED'],
    [{ full_name: 'Ann Lee RIP' }, ['Ann', 'Lee'], 'RIP'],
    [{ full_name: 'Rip Lee' }, ['Rip', 'Lee'], undefined],
    [{ full_name: 'Ann Marie Rip' }, ['Ann Marie', 'Rip'], undefined],
    [{ full_name: 'Ann Lee, Trustee' }, ['Ann', 'Lee'], 'Trustee'],
    [{ full_name: 'Ann Lee POA: Bob Smith' }, ['Ann', 'Lee'], 'POA: Bob Smith'],
    [{ full_name: 'Ann Lee % Bob Smith' }, ['Ann', 'Lee'], '% Bob Smith'],
    [{ full_name: 'Ann Lee dba Lee Roofing' }, ['Ann', 'Lee'], 'dba Lee Roofing'],
    [{ full_name: 'Ann Lee (c/o Bob Smith)' }, ['Ann', 'Lee'], 'c/o Bob Smith'],
    [{ full_name: 'Ann Lee (deceased) aka Annie' }, ['Ann', 'Lee'], 'aka Annie'],
    [{ full_name: 'Ann Lee / DNC' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'Lee, Ann; DNC' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'Cancelled: Ann Lee' }, ['Ann', 'Lee'], 'Cancelled'],
    [{ full_name: 'Moved - Lee, Ann' }, ['Ann', 'Lee'], 'Moved'],
    [{ full_name: 'Ana de la Vega' }, ['Ana', 'de la Vega'], undefined],
    [{ full_name: 'Ann New' }, ['Ann', 'New'], undefined],
    [{ full_name: 'Mary Call' }, ['Mary', 'Call'], undefined],
    [{ full_name: 'Ann Lee, spouse Bob' }, ['Ann', 'Lee'], 'spouse Bob'],
    [{ full_name: 'DNC Ann Lee' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'Lee - cancelled, Ann' }, ['Ann', 'Lee'], 'cancelled'],
    [{ full_name: 'Lee, Ann (wife of Bob, call first)' }, ['Ann', 'Lee'], 'wife of Bob, call first'],
    [{ full_name: 'DNC: Ann Lee' }, ['Ann', 'Lee'], 'DNC'],
    [{ full_name: 'DECEASED - Lee, Ann' }, ['Ann', 'Lee'], 'DECEASED'],
    [{ full_name: 'Ortega y Gasset, José' }, ['José', 'Ortega y Gasset'], undefined],
    [{ full_name: 'DO NOT CALL - Lee, Ann' }, ['Ann', 'Lee'], 'DO NOT CALL'],
    [{ client_first_name: 'DNC Ann', client_last_name: 'Lee, deceased' }, ['Ann', 'Lee'], 'deceased'],
    [{ full_name: 'Ann Lee, Jr., CPA' }, ['Ann', 'Lee Jr. CPA'], undefined],
    [{ full_name: 'Ann Lee (Annie)' }, ['Ann (Annie)', 'Lee'], undefined],
    [{ full_name: 'Lee Smith, ann' }, ['ann', 'Lee Smith'], undefined],
    [{ full_name: 'Ann Lee, CPA' }, ['Ann', 'Lee CPA'], undefined],
    [{ full_name: 'John Smith 3rd' }, ['John', 'Smith 3rd'], undefined],
    [{ full_name: 'Sean O' }, ['Sean', 'O'], undefined],
    [{ full_name: 'Y, Bea May' }, ['Bea May', 'Y'], undefined],
    [{ full_name: 'Vip, Ann' }, ['Ann', 'Vip'], undefined],
    [{ full_name: 'Verónica Cortés (antes Gómez)' }, ['Verónica', 'Cortés'], 'antes Gómez'],
    [{ full_name: 'Luis Peña - papá de Ana' }, ['Luis', 'Peña'], 'papá de Ana'],
    [{ full_name: 'Sr. y Sra. Luis Ortega' }, ['Luis', 'Ortega'], 'Sr. y Sra.'],
    [{ full_name: 'Mr. and Mrs. John Smith' }, ['John', 'Smith'], 'Mr. and Mrs.'],
    [{ full_name: 'Lucía Patiño vda. de Soto' }, ['Lucía Patiño', 'vda. de Soto'], undefined],
    [{ full_name: 'SMITH, JOHN A JR' }, ['JOHN A', 'SMITH JR'], undefined],
    [{ full_name: 'Ana Soto - García' }, ['Ana', 'Soto-García'], undefined],
    [{ full_name: 'Yuleisy Díaz M.' }, ['Yuleisy', 'Díaz M.'], undefined],
    [{ client_first_name: 'Nan', client_last_name: 'Lee' }, ['Nan', 'Lee'], undefined],
  ])('[BK-27] given the names %j, when read, then a remark beside them is in the notes', (row, names, remark) => {
    const { fields, notes } = read(row)
    expect([fields.client_first_name, fields.client_last_name]).toEqual(names)
    if (remark === undefined) expect([fields.notes, notes]).toEqual([undefined, []])
    else expect([fields.notes, notes.length > 0]).toEqual([expect.stringContaining(remark), true])
  })

  it.each<Partial<Record<ImportTarget, string>>>([
    { full_name: 'SMITH JOHN A' },
    { full_name: 'Ann Lee #2' },
    { full_name: 'Ann Lee *' },
    { full_name: 'Ann Lee (305) 555-1234' },
    { full_name: 'Ann Lee 2' },
    { full_name: 'Lee, Ann #2' },
    { full_name: 'Lee, Ann (305) 555-1234' },
    { client_first_name: 'Ann', client_last_name: 'Lee (305) 555-1234' },
  ])('[BK-27] given the names %j, whose end is no name, when read, then it is a question', (names) => {
    expect(read(names).question).toMatch(/no whole last name/)
    expect(read({ full_name: '小明 李' }).question).toBeUndefined()
  })

  it.each([
    ['João Lee e Souza', ['João', 'Lee e Souza']],
    ['José María de Ortega y Gasset', ['José María', 'de Ortega y Gasset']],
    ['Maria Souza e João', ['Maria', 'Souza e João']],
  ])('[BK-27] given the name %s, whose end may be another person, when read, then it is a question', (text, names) => {
    const { fields, question, problems } = read({ full_name: text })
    expect([fields.client_first_name, fields.client_last_name]).toEqual(names)
    expect([question, problems]).toEqual([expect.stringMatching(/or another person/), []])
  })

  it.each(['Ann Lee (ann@mail.example)', 'Ann Lee <ann@mail.example>'])(
    '[BK-27] given the name %s without a column of addresses, when read, then the address is taken',
    (full_name) => {
      const names = { client_first_name: 'Ann', client_last_name: 'Lee' }
      expect(read({ full_name }).fields).toEqual({ ...names, primary_email: 'ann@mail.example' })
      expect(read({ full_name, primary_email: 'other@mail.example' }).fields.primary_email).toBe('other@mail.example')
    },
  )

  it.each(importTargets)(
    '[BK-09] given a %s of 20,000 characters, when read, then it is no longer than its form, or a text',
    (target) => {
      const choices = { match_by: [], fill_only: false, leave_out_faults: false, add_zeros: false }
      const plan: ImportPlan = { settings, mapping: [target], ...choices }
      const reading = { plan, headings: ['A'], findOwner: () => undefined }
      const row = { number: 2, cells: [`1 ${' 1'.repeat(10_000)}`] }
      const values = readRow(row, reading)
      const problems = [...values.problems, ...readPolicy(row, reading).problems]
      const isKept = /^(?:notes|notes_2)$/.test(target)
      expect(problems.map(({ message }) => message)).toEqual(
        isKept ? [] : [expect.stringMatching(/too long|longer than/)],
      )
      expect(isReportLine(row, values)).toBe(false)
    },
  )

  it('[BK-27] given a name with a remark that asks for no messages, when read, then texts are stopped', () => {
    expect(
      ['Ann Lee - DNC', 'Ann Lee (do not call)', 'Ann Lee (VIP)'].map((name) => read({ full_name: name }).noTexts),
    ).toEqual([{ since: null }, { since: null }, undefined])
    expect(read({ full_name: 'Ann Lee', notes: 'do not call before 9' }).noTexts).toBeUndefined()
  })

  it.each<[Partial<Record<ImportTarget, string>>, (string | undefined)[]]>([
    [{ client_last_name: 'Hansen, Wayne' }, ['Wayne', 'Hansen']],
    [{ client_last_name: 'Hansen' }, [undefined, 'Hansen']],
    [{ client_last_name: 'Smith, Jr.' }, [undefined, 'Smith, Jr.']],
    [{ client_last_name: 'Acosta, Inc.' }, [undefined, 'Acosta, Inc.']],
    [{ client_last_name: 'Smith, Ann', client_first_name: 'Ann' }, ['Ann', 'Smith']],
    [{ full_name: 'Wayne Hansen' }, ['Wayne', 'Hansen']],
    [{ full_name: 'Hansen Household', client_first_name: 'Wayne', client_last_name: 'Hansen' }, ['Wayne', 'Hansen']],
    [{ full_name: 'Wayne Hansen', client_first_name: 'Wayne' }, ['Wayne', 'Hansen']],
    [{ full_name: 'wayne@mail.example' }, [undefined, undefined]],
    [{ full_name: 'Eve Coe', client_first_name: 'Eve Coe' }, ['Eve', 'Coe']],
    [{ full_name: 'Flo Cof', client_last_name: 'Cof, Flo' }, ['Flo', 'Cof']],
  ])('[BK-27] given the names %j, when read, then each part is taken from where it is', (row, names) => {
    const { client_first_name: first, client_last_name: last } = read(row).fields
    expect([first, last]).toEqual(names)
  })

  it.each<[string[], ImportTarget]>([
    [['KIRBY MARVIN W', 'BURGESS PRIYA', 'MCCOY LINH T', 'HOLT ROBERT J', 'LEE ANN'], 'last_first_name'],
    [['Smith John', 'Jones Mary', 'Lopez Juan', 'Burgess Priya', 'Ek Robert'], 'last_first_name'],
    [['Marvin W Kirby', 'Priya Burgess', 'Robert Holt', 'Ann Lee', 'Bo Ek'], 'full_name'],
    [['Kirby, Marvin W', 'Holt, Robert J', 'Lee, Ann', 'Ek, Bo', 'Low, Cy'], 'full_name'],
    [['Keisha Thomas', 'Aisha Henderson', 'Latoya Banks', 'Imani Cole', 'Tyler James', 'Bo Ek'], 'full_name'],
    [['Yadira Pérez L.', 'Osmel Gómez R.', 'Yuleisy Díaz M.', 'Maikel Cruz', 'Bo Ek'], 'full_name'],
    [['LAKSHMI DEVI S', 'ARUN KUMAR R', 'PRIYA NAIR K', 'RAVI MENON', 'ASHA RAO'], 'full_name'],
    [['MARIA APARECIDA S', 'JOSE CARLOS B', 'ANA PAULA M', 'RAUL SILVA', 'JUAN COSTA'], 'full_name'],
  ])('[BK-27] given the whole names %j, when mapped, then their order is told', (names, target) => {
    const rows = [...names, ...names, ...names].map((name) => [name, '1/2/1980'])
    expect(mapped(['Member Name', 'DOB'], ...rows)).toEqual([target, 'dob'])
    expect(mapped(['Member Name', 'DOB'], ...rows.slice(0, 3))).toEqual(['full_name', 'dob'])
  })

  it.each([
    ['KIRBY MARVIN W', ['MARVIN W', 'KIRBY']],
    ['DE LA CRUZ MARIA E', ['MARIA E', 'DE LA CRUZ']],
    ['HOLT JR ROBERT J', ['ROBERT J', 'HOLT JR']],
    ['HOLT ROBERT JR', ['ROBERT', 'HOLT JR']],
    ['O BRIEN SEAN P', ['SEAN P', 'O BRIEN']],
    ['DEL RIO - SOTO JUAN', ['JUAN', 'DEL RIO-SOTO']],
    ['Kirby, Marvin', ['Marvin', 'Kirby']],
    ['Smith, Jr., John', ['John', 'Smith Jr.']],
    ['SMITH, CID, A', ['CID A', 'SMITH']],
    ['Smith, John, III', ['John', 'Smith III']],
    ['KIRBY', ['KIRBY', undefined]],
  ])(
    '[BK-27] given the name %s with the last name first, when read, then its parts are told',
    (last_first_name, names) => {
      const { client_first_name: first, client_last_name: last } = read({ last_first_name }).fields
      expect([first, last]).toEqual(names)
    },
  )

  it('[BK-27] given a third number and address, when read, then they take a free place, or go to the notes', () => {
    const [one, two, three] = ['305-555-0100', '305-555-0101', '305-555-0102']
    expect(read({ primary_phone: one, other_phone: three }).fields).toMatchObject({ secondary_phone: three })
    const { fields, notes } = read({ primary_phone: one, secondary_phone: two, other_phone: three })
    expect(fields).toMatchObject({
      primary_phone: one,
      secondary_phone: two,
      notes: expect.stringContaining(three ?? ''),
    })
    expect(notes).toMatchObject([{ field: 'other_phone' }])
    expect(read({ other_email: 'a@mail.example' }).fields).toEqual({ primary_email: 'a@mail.example' })
  })

  it.each([
    ['Divorced', { notes: '<p>spouse_name: Divorced</p>' }],
    ['(separated)', { notes: '<p>spouse_name: (separated)</p>' }],
    ['No', {}],
    ['Ann Single', { spouse_name: 'Ann Single' }],
  ])('[BK-27] given %s in the column of the spouse, when read, then a word is no name', (spouse_name, fields) => {
    expect(read({ spouse_name }).fields).toEqual(fields)
  })

  it('[BK-27] given two numbers in the second column alone, when read, then the second takes the first place', () => {
    const { fields } = read({ secondary_phone: '(305) 555-0101 (h) (305) 555-0102 (c)' })
    expect(fields).toMatchObject({ primary_phone: '(305) 555-0102', secondary_phone: '(305) 555-0101' })
  })

  it.each([
    ['Lee, Dr. Bo', 'Bo', 'Lee'],
    ['*Lee, Di', 'Di', 'Lee'],
    ['Lee, Bo, Jr.', 'Bo', 'Lee Jr.'],
  ])('[BK-27] given the name %s, when read, then marks and titles are no part of it', (full_name, first, last) => {
    expect(read({ full_name }).fields).toMatchObject({ client_first_name: first, client_last_name: last })
  })

  it('[BK-27] given the name of a church, when read, then it is that of a business', () => {
    expect(read({ full_name: 'St. Mark Church' })).toMatchObject({
      fields: { business_name: 'St. Mark Church', client_last_name: 'St. Mark Church' },
      question: expect.stringContaining('business'),
    })
  })

  it.each([
    ['05/16/26', '1/5/2005', '1926-05-16'],
    ['05/16/2006', '1/5/2005', '2006-05-16'],
    ['05/16/04', '1/5/2005', '2004-05-16'],
  ])('[BK-27] given the birth %s before a policy from %s, when read, then it is %s', (dob, effective, day) => {
    expect(read({ dob, 'policy.effective_date': effective }).fields.dob).toBe(day)
  })

  it.each([
    ['01021961', '1961-01-02'],
    ['13021961', '1961-02-13'],
    ['19610102', '1961-01-02'],
    ["'01/02/1961", '1961-01-02'],
  ])('[BK-27] given the birth %s, when read, then it is %s', (dob, day) => {
    expect(read({ dob }).fields.dob).toBe(day)
    expect(mapped(['First Name', 'DOB'], ['Ann', dob])).toEqual(['client_first_name', 'dob'])
  })

  it.each([
    ['Parent Phone', '305-555-0100'],
    ['Wife SSN', '900-12-3456'],
    ['Carrier Email', 'a@carrier.example'],
    ['Do Not Call Phone', '305-555-0100'],
    ['Owner Cell', '305-555-0100'],
  ])('[BK-02] given the heading %s, when mapped, then its values are not the client’s', (heading, value) => {
    expect(mapped(['First Name', heading], ['Ann', value])).toEqual(['client_first_name', null])
  })

  it.each([
    ['Insured’s Best Contact Phone', '305-555-0100', 'primary_phone'],
    ['Reach at', '305-555-0100', 'primary_phone'],
    ['Applicant E-Mail Address 1', 'a@mail.example', 'primary_email'],
  ])('[BK-02] given the heading %s, when mapped, then its values tell what it is', (heading, value, target) => {
    expect(mapped(['First Name', heading], ['Ann', value])).toEqual(['client_first_name', target])
  })

  it('[BK-02] given another table behind an empty column, when mapped, then it is none of the clients’', () => {
    const headings = ['First Name', 'Last Name', 'Phone', '', 'Carrier', 'Phone', 'Email']
    const row = ['Ann', 'Lee', '305-555-0100', '', 'Aetna', '800-444-1001', 'rep@side.example']
    expect(mapped(headings, row).slice(3)).toEqual([null, null, null, null])
    expect(mapped(headings.with(5, 'Cell'), row)[6]).toBe('primary_email')
  })

  it('[BK-27] given words that say nothing of a phone, when they are of a place, then they are read', () => {
    expect(read({ city: 'Charleston', state: 'SC', zip: '29401' }).fields.address).toBe('Charleston, SC 29401')
    expect(read({ primary_phone: 'S/N', primary_email: 's/c', client_last_name: 'Sn' }).fields).toEqual({
      client_last_name: 'Sn',
    })
  })

  it('[BK-27] given two last names in two columns, when read, then both are the last name', () => {
    expect(read({ client_first_name: 'Ana', client_last_name: 'Lima', second_last_name: 'Reyes' }).fields).toEqual({
      client_first_name: 'Ana',
      client_last_name: 'Lima Reyes',
    })
    expect(read({ client_last_name: 'Lima', second_last_name: 'Lima' }).fields.client_last_name).toBe('Lima Lima')
    expect(read({ client_last_name: 'Lima Reyes', second_last_name: 'Reyes' }).fields.client_last_name).toBe(
      'Lima Reyes',
    )
  })

  it('[BK-27] given a couple with two birth dates in one cell, when read, then each has its own', () => {
    const { fields, problems } = read({ full_name: 'John & Mary Smith', dob: '1/2/1960 & 3/4/62' })
    expect([fields.dob, fields.spouse_dob, problems]).toEqual(['1960-01-02', '1962-03-04', []])
    expect(read({ full_name: 'John Smith', dob: '1/2/1960 & 3/4/62' }).problems).toHaveLength(1)
  })

  it.each<[Partial<Record<ImportTarget, string>>, string]>([
    [{ full_address: '7601 Cedar Ln\nSt. Louis, MO 63101\nUS' }, '7601 Cedar Ln\nSt. Louis, MO 63101'],
    [{ full_address: '1 Main St, Boston, MA 02108, United States' }, '1 Main St, Boston, MA 02108'],
    [
      { full_address: '1 Main St, Apt 4, Boston MA 02108', address_2: 'Apt 4', city: 'Boston' },
      '1 Main St, Apt 4, Boston MA 02108',
    ],
    [{ full_address: '1 Main St', city: 'Boston', state: 'MA', zip: '2108' }, '1 Main St\nBoston, MA 02108'],
    [
      { full_address: '1 Main St\nBoston, MA 02108', address: '1 Main St', city: 'Boston', state: 'MA' },
      '1 Main St\nBoston, MA',
    ],
    [
      { full_address: '12 Main St, Miami, FL, USA', city: 'Miami', state: 'FL', zip: '33101' },
      '12 Main St, Miami, FL\n33101',
    ],
    [{ full_address: 'Apt 4', address: '12 Main St', city: 'Miami' }, '12 Main St\nApt 4\nMiami'],
  ])('[BK-27] given the address %j, when read, then a whole one is taken where no street is', (row, address) => {
    expect(read(row).fields.address).toBe(address)
  })

  it.each([
    ['BELL, Tom', 'Tom BELL'],
    ['Tom Bell, Jr.', 'Tom Bell Jr.'],
    ['van der Berg, Jan, Jr', 'Jan van der Berg Jr'],
    ['Tom Bell', 'Tom Bell'],
  ])('[BK-27] given the spouse %s, when read, then the names are in the order of the client’s', (name, written) => {
    expect(read({ spouse_name: name, dep2_name: name }).fields).toEqual({ spouse_name: written, dep2_name: written })
  })

  it.each<[ImportTarget, string, string | undefined, RegExp | undefined]>([
    ['ssn', '12345678', '012-34-5678', /got the zeros/],
    ['ssn', '123456789.0', '123-45-6789', undefined],
    ['ssn', '000000000', undefined, /left out/],
    ['ssn', 'XXX-XX-1234', undefined, /masked: it is left out/],
    ['ssn', '1234', undefined, /last four digits alone/],
    ['medicarenumber', '*****K310', undefined, /masked: it is left out/],
    ['dob', '--05-03', undefined, /no year/],
    ['dob', '0/0/00', undefined, /none is known/],
    ['dob', '1/1/1900', undefined, /none is known/],
    ['dob', '99991231', undefined, /none is known/],
    ['dob', '1/1/00', '2000-01-01', undefined],
    ['dob', '3/4/1880', '1880-03-04', /115 years ago/],
    ['part_a_effective', '00000000', undefined, /none is known/],
    ['part_a_effective', 'indefinida', undefined, undefined],
    ['primary_email', 'DECLINED', undefined, undefined],
    ['primary_email', 'notiene@notiene.com', undefined, /says that there is none/],
    ['primary_phone', '(   )   -', undefined, undefined],
    ['primary_email', '#N/A', undefined, undefined],
    ['primary_phone', '(305) 555-0100x', '(305) 555-0100', undefined],
    ['primary_phone', '305-555-0100 call his wife', '305-555-0100', /more than the record takes/],
    ['primary_email', '<ann@mail.example>', 'ann@mail.example', undefined],
    ['primary_email', 'ann@mail.example (ya no usa)', 'ann@mail.example', /goes to the notes/],
    ['primary_phone', '305-654-1593/94', '305-654-1593', /goes to the notes/],
    ['client_first_name', 'Dr. Ann', 'Ann', undefined],
    ['client_first_name', 'Mrs', 'Mrs', undefined],
    ['primary_email', 'mailto:ann@mail.example;', 'ann@mail.example', undefined],
    ['primary_email', 'ann@mail.example.', 'ann@mail.example', undefined],
    ['primary_email', 'none@none.com', undefined, /says that there is none/],
    ['primary_email', 'test@test.com', undefined, /says that there is none/],
    ['primary_email', 'smith@smith.com', 'smith@smith.com', undefined],
    ['primary_email', 'ann @ mail.example', 'ann@mail.example', undefined],
    ['pref_lang', 'pt-BR', 'Portuguese', undefined],
    ['primary_phone', '(999) 999-9999', undefined, /left out/],
    ['primary_phone', '3055550101.0', '3055550101', undefined],
    ['dob', '3/4/1980', '1980-03-04', /month first/],
    ['dob', '4/4/1980', '1980-04-04', undefined],
    ['dob', '25/4/1980', '1980-04-25', undefined],
    ['zip', '2108.0', undefined, undefined],
    ['primary_email', 'No e-mail', undefined, undefined],
    ['primary_email', '?', undefined, undefined],
    ['status', 'zombie', undefined, /left out: it is none of active,/],
    ['address', 'same as above', undefined, /points to another cell/],
    ['city_of_birth', '"', undefined, /points to another cell/],
    ['primary_phone', String.raw`\N`, undefined, undefined],
    ['ssn', '<none>', undefined, undefined],
    ['client_last_name', 'Null', 'Null', undefined],
    ['client_last_name', 'NULL', undefined, /taken for no name/],
    ['client_last_name', 'Unknown', undefined, /taken for no name/],
    ['client_last_name', 'Na', 'Na', undefined],
    ['client_last_name', 'null', undefined, undefined],
  ])('[BK-27] given the %s %s, when read, then it is %s, and what was done is said', (target, text, value, note) => {
    const { fields, problems, notes } = read({ [target]: text }, { add_zeros: true, hasMixedDates: true })
    expect([problems, new Map(Object.entries(fields)).get(target)]).toEqual([[], value])
    expect(notes).toEqual(note ? [{ field: target, message: expect.stringMatching(note) }] : [])
  })

  it.each([
    ['2108.0', '02108'],
    ['21081234', '02108-1234'],
    ['2108-1234', '02108-1234'],
    ['33101', '33101'],
    ['331010000', '33101'],
    ['331011234', '33101-1234'],
    ['901', '00901'],
  ])('[BK-27] given the ZIP code %s, when read, then the address has %s', (zip, written) => {
    expect(read({ city: 'Boston', state: 'MA', zip }).fields.address).toBe(`Boston, MA ${written}`)
  })

  it.each<[ImportTarget, string, RegExp]>([
    ['dob', '2/3/2061', /future/],
    ['dob', '13/13/1980', /not a date/],
    ['ssn', '12345678', /8 of nine digits/],
    ['ssn', '18.963.988-2', /not written as an SSN/],
    ['primary_email', 'ann at mail', /not one e-mail/],
    ['primary_phone', 'call first', /not one phone/],
    ['card_number', '4.11111E+15', /cut off/],
    ['client_first_name', 'A\0nn', /NUL/],
    ['client_first_name', 'A\ud800nn', /surrogate/],
    ['dob', '#REF!', /error of the spreadsheet/],
    ['full_name', 'John & Mary & Ann Smith', /one person/],
    ['city_of_birth', 'x'.repeat(3_000), /too long/],
  ])('[BK-09] given the %s %s, when read, then the row says why it is not taken', (target, text, message) => {
    const { problems } = read({ [target]: text })
    expect(problems).toMatchObject([{ field: target, message: expect.stringMatching(message) }])
    expect(JSON.stringify(problems)).not.toContain(text)
  })
})
