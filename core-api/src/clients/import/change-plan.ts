import { type ClientImport, type ImportPlan, type ImportSettings, isJoined } from '@agency/contract/client-imports'
import { InvalidInput } from '../../platform/errors.ts'
import { findImport, type ImportRecord, requireImport, updateImport } from './import-repository.ts'
import {
  beforeRun,
  changeImport,
  columnsContext,
  columnsOf,
  headingsOf,
  requireFile,
  type StaffContext,
} from './import-service.ts'
import { findSameShape, mappingOf, shapeOf } from './import-shape.ts'
import { detectAnew, readLayout } from './inspect-file.ts'
import { type Column, mapColumns } from './mapping/map-columns.ts'

/** Changes how the file is read and what its columns are. For other cells, the columns are proposed again. */
export async function changePlan(context: StaffContext, id: string, plan: ImportPlan): Promise<ClientImport> {
  const { cipher } = context
  const before = await requireImport(context.db, id)
  const settings = await settingsFor(context, before, plan)
  const isReadAnew = layoutOf(before.plan.settings) !== layoutOf(settings)
  const known = columnsOf(cipher, before)
  const columns = isReadAnew ? await readAnew(context, before, settings) : known
  const isSameTable =
    columns.length === known.length && columns.every(({ heading }, at) => heading === known[at]?.heading)
  const mapping = isReadAnew && !isSameTable ? await proposeAnew(context, id, columns) : plan.mapping
  await requireFormer(context, plan)
  return changeImport(context, id, beforeRun, async (db, record) => {
    requireFile(record)
    requireMapping(mapping, columns.length)
    await updateImport(db, id, {
      plan: JSON.stringify({ ...plan, settings, mapping }),
      encrypted_columns: cipher.encrypt(JSON.stringify(columns), columnsContext(id)),
      shape: shapeOf(cipher, headingsOf(columns)),
      state: 'open',
      fault: null,
    })
  })
}

/** What the columns of another table are: as in a former file with its headings, if there is one. */
async function proposeAnew(
  { db, cipher }: StaffContext,
  id: string,
  columns: readonly Column[],
): Promise<ImportPlan['mapping']> {
  const proposed = mapColumns(columns)
  const former = await findSameShape({ db, cipher }, headingsOf(columns), { exceptId: id, isDone: false })
  return former ? mappingOf(former, proposed) : proposed
}

/** @throws InvalidInput unless the former file was imported */
async function requireFormer({ db }: StaffContext, { former }: ImportPlan): Promise<void> {
  if (typeof former !== 'string') return
  const state = (await findImport(db, former))?.state
  if (state !== 'done') throw new InvalidInput([{ field: 'former', message: 'must be an import that was run' }])
}

const openerOf = ({ db, files }: StaffContext, record: ImportRecord) => {
  const fileId = requireFile(record)
  return async () => (await files.open(db, fileId)).content
}

/** Another encoding, separator or sheet makes other cells: unless more was changed, the other settings are detected again. */
async function settingsFor(context: StaffContext, before: ImportRecord, plan: ImportPlan): Promise<ImportSettings> {
  const [former, settings] = [before.plan.settings, plan.settings]
  const isParted = partingOf(former) !== partingOf(settings)
  const isSame = (['header_row', 'dates', 'decimals'] as const).every((name) => former[name] === settings[name])
  return isParted && isSame ? detectAnew(openerOf(context, before), before.kind, settings) : settings
}

async function readAnew(context: StaffContext, record: ImportRecord, settings: ImportSettings): Promise<Column[]> {
  return (await readLayout(openerOf(context, record), record.kind, settings)).columns
}

const partingOf = ({ encoding, delimiter, sheet }: ImportSettings): string =>
  JSON.stringify([encoding, delimiter, sheet])
const layoutOf = (settings: ImportSettings): string => JSON.stringify([partingOf(settings), settings.header_row])

/** @throws InvalidInput unless each target has one column, or several that are joined */
function requireMapping(mapping: ImportPlan['mapping'], columns: number): void {
  if (mapping.length !== columns)
    throw new InvalidInput([{ field: 'mapping', message: `must have ${columns} entries` }])
  const twice = mapping.find((target, at) => target !== null && !isJoined(target) && mapping.indexOf(target) !== at)
  if (twice) throw new InvalidInput([{ field: 'mapping', message: `two columns are ${twice}; choose one of them` }])
}
