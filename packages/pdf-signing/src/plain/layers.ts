import { type PDF, PdfDict, type PdfObject, PdfRef } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { itemsOf, type Resolve } from '../pdf-objects.ts'

const usageStates = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const
/** Usages that make visibility depend on the zoom, the user or the language. */
const changingUsages = ['Zoom', 'User', 'Language']

/**
 * Asserts that all layers of a document are always visible, so that the layers can be removed and their content kept
 * (optional content, ISO 32000-2, 8.11).
 * @throws {PdfRefused} `PDF_HAS_HIDDEN_LAYERS` when a layer is hidden, or differs between view, print and export
 */
export function assertLayersVisible(pdf: PDF, resolve: Resolve): void {
  const properties = pdf.getCatalog().getDict('OCProperties', resolve)
  const groups = properties?.getArray('OCGs', resolve)
  if (!groups) return
  const config = properties?.getDict('D', resolve)
  const listed = (key: string) => new Set([...(config?.getArray(key, resolve) ?? [])].map(keyOf))
  const on = listed('ON')
  const off = listed('OFF')
  const startsOn = (config?.getName('BaseState', resolve)?.value ?? 'ON') === 'ON'
  for (const group of groups) {
    const key = keyOf(group)
    if (off.has(key) || !(startsOn || on.has(key))) throw new PdfRefused('PDF_HAS_HIDDEN_LAYERS')
  }
  for (const group of itemsOf(groups, resolve)) if (group instanceof PdfDict) assertSameUsage(group, resolve)
}

const keyOf = (object: PdfObject): string =>
  object instanceof PdfRef ? `${object.objectNumber} ${object.generation}` : 'direct'

function assertSameUsage(group: PdfDict, resolve: Resolve): void {
  const usage = group.getDict('Usage', resolve)
  if (!usage) return
  for (const [category, state] of Object.entries(usageStates)) {
    const isOff = usage.getDict(category, resolve)?.getName(state, resolve)?.value === 'OFF'
    if (isOff) throw new PdfRefused('PDF_HAS_HIDDEN_LAYERS')
  }
  if (changingUsages.some((category) => usage.has(category))) throw new PdfRefused('PDF_HAS_HIDDEN_LAYERS')
}

/**
 * Checks the value of an /OC entry or a property of marked content. Even when all layers are visible, a membership
 * dictionary can hide its content by a policy or an expression.
 * @throws {PdfRefused} `PDF_HAS_HIDDEN_LAYERS`
 */
export function assertAlwaysVisible(membership: PdfObject | undefined, resolve: Resolve): void {
  if (!(membership instanceof PdfDict) || membership.getName('Type', resolve)?.value !== 'OCMD') return
  const policy = membership.getName('P', resolve)?.value ?? 'AnyOn'
  if (membership.has('VE') || (policy !== 'AnyOn' && policy !== 'AllOn')) throw new PdfRefused('PDF_HAS_HIDDEN_LAYERS')
}
