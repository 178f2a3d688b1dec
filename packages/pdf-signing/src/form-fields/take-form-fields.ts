import { type FormField, type ImportNote, mostFormFields, smallestSide } from '@agency/contract/form-fields'
import { openForReading } from '../reading/open-pdf.ts'
import { groupCheckBoxes } from './check-box-groups.ts'
import { mergeRuns } from './comb-runs.ts'
import { describe } from './field-context.ts'
import { nameText } from './field-labels.ts'
import { FieldMaker } from './field-maker.ts'
import { readWidgets } from './form-widgets.ts'
import { type PlacedWidget, tappableBox } from './placed-widget.ts'
import { inTabOrder } from './tab-order.ts'
import { withPrinted } from './with-printed.ts'

export interface TakenFields {
  fields: FormField[]
  notes: ImportNote[]
  /** The widgets that became fields, as pdf.js names annotations: what stands in them is no content of the page. */
  widgets: ReadonlySet<string>
}

/** AcroForm (ISO 32000-2, 12.7). Values are presets. What is left out stays content of the page, and is noted. */
export async function takeFormFields(bytes: Uint8Array): Promise<TakenFields> {
  const { placed, left } = await readPlaced(bytes)
  const runs = mergeRuns(placed.length > 1 ? await inTabOrder(bytes, placed) : placed)
  const maker = new FieldMaker()
  for (const described of describe(runs.slice(0, mostFormFields))) maker.add(described)
  const made = maker.finish()
  const surplus = runs.slice(mostFormFields)
  return {
    fields: made.fields,
    notes: [...[...left, ...surplus, ...made.left].map(leftOut), ...made.notes],
    widgets: new Set(made.widgets),
  }
}

async function readPlaced(bytes: Uint8Array): Promise<{ placed: PlacedWidget[]; left: PlacedWidget[] }> {
  const document = await openForReading(bytes)
  const placed: PlacedWidget[] = []
  const left: PlacedWidget[] = []
  try {
    for (let index = 0; index < document.numPages; index += 1) {
      const page = await document.getPage(index + 1)
      const own = (await readWidgets(page)).map((widget) => ({ widget, page: index, box: tappableBox(widget, page) }))
      const isLarge = ({ box }: PlacedWidget) => box.width >= smallestSide && box.height >= smallestSide
      placed.push(...(await withPrinted(page, own.filter(isLarge))))
      left.push(...own.filter((each) => !isLarge(each)))
      page.cleanup()
    }
    return { placed: groupCheckBoxes(placed), left }
  } finally {
    await document.loadingTask.destroy()
  }
}

const leftOut = ({ widget, page }: PlacedWidget): ImportNote => ({
  code: 'left_out',
  page,
  label: nameText(widget) || 'Field',
})
