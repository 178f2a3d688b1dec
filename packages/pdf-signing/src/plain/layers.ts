import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { itemsOf, type Resolve, resolved } from '../pdf-objects.ts'

/** Usages that make visibility depend on the zoom, the user or the language. */
const changingUsages = ['Zoom', 'User', 'Language']
/** As in pdf.js. A deeper expression is a loop. */
const deepestExpression = 10

/** Whether a viewer shows what belongs to a layer, or to several (optional content, ISO 32000-2, 8.11). */
export class Layers {
  readonly #resolve: Resolve
  readonly #groups: ReadonlySet<string>
  readonly #isOn: (key: string) => boolean
  /** Groups that viewers show by how they are used on the screen, as the document says. */
  readonly #byView: ReadonlySet<string>

  constructor(pdf: PDF, resolve: Resolve) {
    const properties = pdf.getCatalog().getDict('OCProperties', resolve)
    const config = properties?.getDict('D', resolve)
    const listed = (dict: PdfDict | undefined, key: string) =>
      new Set([...(dict?.getArray(key, resolve) ?? [])].map(keyOf))
    const [on, off] = [listed(config, 'ON'), listed(config, 'OFF')]
    const startsOn = config?.getName('BaseState', resolve)?.value !== 'OFF'
    const isForView = (usage: PdfObject | null) =>
      usage instanceof PdfDict &&
      itemsOf(usage.getArray('Category', resolve), resolve).some((name) => name === PdfName.of('View'))
    const automatic = itemsOf(config?.getArray('AS', resolve), resolve).filter(isForView)
    this.#resolve = resolve
    this.#groups = listed(properties, 'OCGs')
    this.#isOn = (key) => (startsOn || on.has(key)) && !off.has(key)
    this.#byView = new Set(automatic.flatMap((usage) => (usage instanceof PdfDict ? [...listed(usage, 'OCGs')] : [])))
  }

  /** Reads an /OC entry or property. @throws {PdfRefused} when it depends on zoom, language, user or viewer */
  shows(membership: PdfObject | undefined): boolean {
    const dict = resolved(membership, this.#resolve)
    if (!(dict instanceof PdfDict) || this.#groups.size === 0) return true
    if (dict.getName('Type', this.#resolve)?.value === 'OCMD') return this.#showsMembers(dict)
    return membership === undefined || this.#showsGroup(membership, dict)
  }

  #showsGroup(reference: PdfObject, group: PdfDict): boolean {
    const key = keyOf(reference)
    if (!this.#groups.has(key)) return true
    const usage = group.getDict('Usage', this.#resolve)
    if (usage && changingUsages.some((category) => usage.has(category))) throw unclear()
    const isOn = this.#isOn(key)
    const view = usage?.getDict('View', this.#resolve)?.getName('ViewState', this.#resolve)?.value
    if (view === undefined || (view === 'ON') === isOn) return isOn
    // Viewers agree that it is hidden only where the document applies the usage. Otherwise some show it.
    if (isOn && this.#byView.has(key)) return false
    throw unclear()
  }

  #showsMembers(dict: PdfDict): boolean {
    const expression = dict.getArray('VE', this.#resolve)
    if (expression) return this.#evaluate(expression, 0)
    const named = dict.get('OCGs', this.#resolve)
    const members = named instanceof PdfArray ? [...named] : named instanceof PdfDict ? [dict.get('OCGs')] : []
    const states = members.flatMap((member) => this.#stateOf(member))
    if (states.length === 0) return true
    const policy = dict.getName('P', this.#resolve)?.value ?? 'AnyOn'
    if (policy === 'AllOn') return states.every(Boolean)
    if (policy === 'AnyOff') return !states.every(Boolean)
    if (policy === 'AllOff') return !states.some(Boolean)
    return states.some(Boolean)
  }

  /** Nothing for null and for what is no group, which are ignored. */
  #stateOf(member: PdfObject | undefined): boolean[] {
    const group = resolved(member, this.#resolve)
    return member && group instanceof PdfDict ? [this.#showsGroup(member, group)] : []
  }

  #evaluate(expression: PdfArray, depth: number): boolean {
    const [operator, ...operands] = [...expression]
    if (depth > deepestExpression || !(operator instanceof PdfName) || operands.length === 0) throw unclear()
    const states = operands.flatMap((operand) => {
      const value = resolved(operand, this.#resolve)
      return value instanceof PdfArray ? [this.#evaluate(value, depth + 1)] : this.#stateOf(operand)
    })
    if (operator.value === 'And') return states.every(Boolean)
    if (operator.value === 'Or') return states.some(Boolean)
    if (operator.value !== 'Not' || states.length !== 1) throw unclear()
    return !states[0]
  }
}

const unclear = () => new PdfRefused('PDF_HAS_HIDDEN_LAYERS')

const keyOf = (object: PdfObject): string =>
  object instanceof PdfRef ? `${object.objectNumber} ${object.generation}` : 'direct'
