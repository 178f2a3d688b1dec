import { type FormField, type ImportNote, mostFormFields, smallestSide } from '@agency/contract/form-fields'
import { openForReading } from '../reading/open-pdf.ts'
import { mergeRuns } from './comb-runs.ts'
import { describe } from './field-context.ts'
import { nameText } from './field-labels.ts'
import { FieldMaker } from './field-maker.ts'
import { readWidgets } from './form-widgets.ts'
import { type PlacedWidget, seenBox } from './placed-widget.ts'
import { inTabOrder } from './tab-order.ts'

/** The fields of a PDF's own form. */
export interface TakenFields {
  fields: FormField[]
  /** What staff are told about them. */
  notes: ImportNote[]
  /** The widgets that became fields, as pdf.js names annotations: what stands in them is no content of the page. */
  widgets: ReadonlySet<string>
}

/**
 * The fields of a PDF's own form (AcroForm, ISO 32000-2, 12.7) in the order of its tab key, one field for each widget or
 * run of one-digit boxes. What stands in them is their preset. Push buttons are no fields; what else is left out stays
 * content of the page, and is noted.
 */
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
  const [placed, left]: PlacedWidget[][] = [[], []]
  try {
    for (let index = 0; index < document.numPages; index += 1) {
      const page = await document.getPage(index + 1)
      for (const widget of await readWidgets(page)) {
        const box = seenBox(widget, page)
        const isLarge = box.width >= smallestSide && box.height >= smallestSide
        ;(isLarge ? placed : left)?.push({ widget, page: index, box })
      }
      page.cleanup()
    }
    return { placed: placed ?? [], left: left ?? [] }
  } finally {
    await document.loadingTask.destroy()
  }
}

const leftOut = ({ widget, page }: PlacedWidget): ImportNote => ({
  code: 'left_out',
  page,
  label: nameText(widget) || 'Field',
})
