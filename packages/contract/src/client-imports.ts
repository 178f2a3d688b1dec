import type { Static } from 'typebox'
import * as Type from 'typebox'
import { type ClientFieldName, clientFields, type FieldDescription } from './client-fields.ts'
import { Id, Nullable, Offset, Strict, Timestamp } from './common.ts'
import {
  ImportPolicies,
  importPolicyOutcomes,
  isPolicyTarget,
  type PolicyTarget,
  policyHeading,
  policyTargets,
} from './import-policies.ts'
import { route } from './route.ts'

/** A row's values are answered masked where their field is sensitive, whoever asks. */

export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'macintosh',
  'cp850',
] as const
export type ImportEncoding = (typeof importEncodings)[number]
export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/** What a column can hold besides a field of the record. */
export const importParts = {
  full_name: 'Full name',
  last_first_name: 'Full name, last name first',
  middle_name: 'Middle name',
  second_last_name: 'Second last name',
  name_suffix: 'Name suffix (Jr.)',
  full_address: 'Whole address',
  address_2: 'Address, second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  other_phone: 'Further phone number',
  other_email: 'Further e-mail address',
  relationship: 'Relationship to the subscriber',
  owner: 'Owner (e-mail, user name or name of staff)',
  no_texts: 'No text messages (opt-out)',
  client_id: 'Client ID',
  other_id: 'Client ID of another system',
} as const
export type ImportPart = keyof typeof importParts
export type ImportTarget = ClientFieldName | ImportPart | PolicyTarget

const parts = Object.keys(importParts).map((name) => name as ImportPart)
export const importTargets: readonly ImportTarget[] = [
  ...parts,
  ...clientFields.map(({ name }) => name).filter((name) => name !== 'cvc'),
  ...policyTargets,
]

/** The heading of a field in a table: its label, with whose it is where labels repeat and it is not the client's. */
export function importHeading({ label, group, card }: FieldDescription): string {
  const isOwn = card === 'header' || card === 'personal' || (card === 'contact' && group === undefined)
  return isOwn || clientFields.filter((other) => other.label === label).length === 1
    ? label
    : `${group ?? card.charAt(0).toUpperCase() + card.slice(1)} ${label}`
}

export function importLabel(name: string): string {
  const field = clientFields.find((each) => each.name === name)
  if (field) return importHeading(field)
  if (isPolicyTarget(name)) return policyHeading(name)
  const part = parts.find((each) => each === name)
  return part ? importParts[part] : name
}

/** Targets that several columns may have: their values are joined in the order of the columns; any opt-out counts. */
export const isJoined = (target: ImportTarget): boolean =>
  /^(?:notes(?:_2)?|no_texts|other_(?:phone|email)|spouse_name|(?:dep|ben)\d_name)$/.test(target)

export const ImportSettings = Strict({
  encoding: Type.Enum(importEncodings, { description: 'Of CSV' }),
  delimiter: Type.Enum(importDelimiters, { description: 'Of CSV' }),
  sheet: Nullable(Type.String({ maxLength: 200, description: 'Of XLSX' })),
  header_row: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    description: 'As a spreadsheet counts; 0: the file has no headings',
  }),
  dates: Type.Enum(['mdy', 'dmy'], { description: 'How 3/4/1980 is read. Dates of one meaning are read as such' }),
  decimals: Type.Enum(['point', 'comma']),
})
export type ImportSettings = Static<typeof ImportSettings>

export const importKeys = ['ssn', 'email', 'phone', 'name_dob'] as const
export type ImportKey = (typeof importKeys)[number]

export const ImportPlan = Strict({
  settings: ImportSettings,
  mapping: Type.Array(Type.Union([Type.Enum([...importTargets]), Type.Null()]), {
    maxItems: 500,
    description: 'For each column what it holds; null leaves it out',
  }),
  match_by: Type.Array(Type.Enum(importKeys), { uniqueItems: true, description: 'What tells that a client is known' }),
  fill_only: Type.Boolean({ description: 'Known clients: only fill fields that are empty' }),
  leave_out_faults: Type.Boolean({ description: 'Import rows with a value that cannot be read, without that value' }),
  add_zeros: Type.Boolean({ description: 'Add the zeros at the start of SSNs that a spreadsheet has dropped' }),
  policies: Type.Optional(ImportPolicies),
  former: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description:
        'The import of the former file: who was in that and is not in this one is missing. Null: nobody is; absent: the last file with these headings',
    }),
  ),
})
export type ImportPlan = Static<typeof ImportPlan>

export const importStates = [
  'open',
  'checking',
  'checked',
  'running',
  'stopped',
  'done',
  'reverting',
  'reverted',
] as const
export type ImportState = (typeof importStates)[number]

export const importOutcomes = ['create', 'update', 'ambiguous', 'skip', 'fault'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
/** Of a row, by the run and by its revert. `kept`: was edited since, so that it was not reverted, or not all of it. */
export const importResults = ['created', 'updated', 'skipped', 'failed', 'reverted', 'kept'] as const
export type ImportResult = (typeof importResults)[number]
export const importDecisions = ['create', 'update', 'skip'] as const
export type ImportDecision = (typeof importDecisions)[number]

const Counts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Rows by outcome, by result, by what becomes of their policies, `undecided` and `missing`',
})

export const ClientImport = Type.Object({
  id: Id,
  file_name: Type.String(),
  kind: Type.Enum(['csv', 'xlsx']),
  created_at: Timestamp,
  created_by_name: Nullable(Type.String()),
  state: Type.Enum(importStates),
  plan: ImportPlan,
  detected: ImportSettings,
  sheets: Type.Array(Type.String()),
  columns: Type.Array(
    Type.Object({
      heading: Type.String(),
      samples: Type.Array(Type.String({ description: 'Masked if it may be sensitive' })),
    }),
  ),
  mixed_dates: Type.Boolean({ description: 'Some dates are of one order, some of the other' }),
  unknown_statuses: Type.Array(Type.String(), {
    description: 'Words for the status of policies that are not known; what they mean is chosen in the plan',
  }),
  remembered: Type.Boolean({ description: 'The plan is that of an earlier file with the same headings' }),
  no_longer: Type.Optional(
    Type.Array(Type.Enum([...importTargets]), {
      description: 'What a column of that file was, and none of this one is',
    }),
  ),
  rows: Nullable(Type.Integer({ description: 'Rows below the headings; null before the dry run' })),
  done: Type.Integer({ description: 'Rows that the work in progress has done' }),
  counts: Counts,
  questions: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), count: Type.Integer() }), {
      description: 'What undecided rows ask, the most frequent first',
    }),
  ),
  later: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Names of files of later imports that have changed some of its clients: they are reverted first',
    }),
  ),
  fault: Nullable(Type.String({ description: 'Why the last dry run or run ended' })),
  file_until: Nullable(
    Type.String({ format: 'date-time', description: 'When file and values are deleted; null: they are' }),
  ),
})
export type ClientImport = Static<typeof ClientImport>

const ImportProblem = Type.Object({ field: Type.String(), message: Type.String() })
const Person = Type.Object({ id: Id, name: Type.String() })
const Candidate = Type.Object({
  ...Person.properties,
  about: Type.Optional(Type.String({ description: 'Birth date, phone number or e-mail address' })),
})

export const ImportRow = Type.Object({
  number: Type.Integer({ description: 'As a spreadsheet counts' }),
  outcome: Type.Enum(importOutcomes),
  decision: Type.Union([Type.Enum(importDecisions), Type.Null()]),
  result: Type.Union([Type.Enum(importResults), Type.Null()]),
  reasons: Type.Array(ImportProblem, { description: 'Without values' }),
  values: Type.Array(
    Type.Object({ field: Type.String(), former: Nullable(Type.String()), value: Nullable(Type.String()) }),
  ),
  client: Type.Union([Person, Type.Null()]),
  same_as: Nullable(Type.Integer({ description: 'The row of what is or may be the same person' })),
  candidates: Type.Array(Candidate, { description: 'Known clients who may be the same person' }),
  policy: Type.Union([Type.Enum(importPolicyOutcomes), Type.Null()]),
  kept: Type.Array(Type.String(), { description: 'Fields that were edited since, so that they were not reverted' }),
})
export type ImportRow = Static<typeof ImportRow>

export const importRowsPerPage = 50
const Outcome = Type.Enum([...importOutcomes, ...importResults, ...importPolicyOutcomes, 'undecided'])
export const ImportRowsQuery = Strict({ outcome: Type.Optional(Outcome), offset: Type.Optional(Offset) })
export type ImportRowsQuery = Static<typeof ImportRowsQuery>
export const ImportRows = Type.Object({ rows: Type.Array(ImportRow), total: Type.Integer() })
export type ImportRows = Static<typeof ImportRows>

/** Decides ambiguous rows: one, or all that are not decided yet. */
export const DecideImportRows = Strict({
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000, description: 'Absent: all undecided rows' })),
  question: Type.Optional(
    Type.String({ maxLength: 300, description: 'Without a number: those with this question alone' }),
  ),
  decision: Type.Enum(importDecisions),
  candidate: Type.Optional(Type.String({ format: 'uuid', description: 'Which of the candidates is updated' })),
})
export type DecideImportRows = Static<typeof DecideImportRows>

export const MissingClients = Type.Object({ clients: Type.Array(Person), total: Type.Integer() })
export type MissingClients = Static<typeof MissingClients>
export const MissingQuery = Strict({ offset: Type.Optional(Offset) })

export const ClientImports = Type.Object({ imports: Type.Array(ClientImport) })

export const clientImportApi = {
  list: route('GET', '/client-imports', { response: ClientImports }),
  /** multipart/form-data, the file as the part `file`. */
  upload: route('POST', '/client-imports', { response: ClientImport }),
  one: route('GET', '/client-imports/:id', { response: ClientImport }),
  plan: route('PUT', '/client-imports/:id/plan', { body: ImportPlan, response: ClientImport }),
  check: route('POST', '/client-imports/:id/check', { response: ClientImport }),
  rows: route('GET', '/client-imports/:id/rows', { query: ImportRowsQuery, response: ImportRows }),
  decide: route('PUT', '/client-imports/:id/decisions', { body: DecideImportRows, response: ClientImport }),
  missing: route('GET', '/client-imports/:id/missing', { query: MissingQuery, response: MissingClients }),
  run: route('POST', '/client-imports/:id/run', { response: ClientImport }),
  stop: route('POST', '/client-imports/:id/stop', { response: ClientImport }),
  revert: route('POST', '/client-imports/:id/revert', { response: ClientImport }),
  /** Deletes the file and the values of its rows at once. What was imported stays, and can no longer be reverted. */
  erase: route('DELETE', '/client-imports/:id/file', { response: ClientImport }),
}
