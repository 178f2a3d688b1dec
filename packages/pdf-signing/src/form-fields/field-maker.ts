import {
  type DateFormat,
  type FieldRole,
  type FormField,
  type ImportNote,
  longestFieldValue,
  narrowestDate,
} from '@agency/contract/form-fields'
import { v7 as uuid } from 'uuid'
import { suggestBinding } from './field-bindings.ts'
import type { Described } from './field-context.ts'
import { formatIn, formatOf, readDate, saysBirth, saysInitials } from './field-dates.ts'
import { labelOf, plainText, RadioGroups } from './field-labels.ts'
import { type Person, type Purpose, roleOf } from './field-people.ts'
import { groupNamesOf, isUnnamed, type PlacedWidget } from './placed-widget.ts'
import { lastPart, readWords } from './read-name.ts'

type Kind = FormField['kind']

/** A checkbox that means that the client agrees to something. */
const consents =
  /\b(?:consents?|agree[ds]?|agreements?|authori[sz]\w*|acknowledg\w*|accept\w*|certif\w*|attest\w*|opt in|permission|understand|elect to receive|consient\w*|consentimiento|autoriz\w*|acept\w*|acuerdo|reconozco|concord\w*|aceit\w*|consentimento|declar\w*)\b/

/** The digits of a social security number; a shorter field is a part of it. */
const ssnLength = 9

/** A policy has an account number, an insurance card a card number: the bank's only if said, or with its companions. */
const companions: Record<string, { said: RegExp; bindings: readonly string[] }> = {
  account_number: { said: /\b(?:bank|checking|savings|cuenta|conta)\b/i, bindings: ['routing_number', 'bank_name'] },
  card_number: { said: /\b(?:credit|debit|payment)\b/i, bindings: ['name_on_card', 'exp_date', 'cvc'] },
}

/** The client's own, wherever they stand on a page. */
const family: ReadonlySet<Person> = new Set(['client', 'insured', 'spouse', 'dependent', 'beneficiary', 'household'])

/** The parts of an address below its street, and how far from that they may stand, in points. */
const cityWords = /\b(?:city|town|ciudad|cidade)\b(?! of birth)/
const stateWords = /\b(?:state|province|zip|postal code|estado|provincia|codigo postal|cep)\b/
const besideStreet = 70

const isNear = (part: PlacedWidget['box'], street: PlacedWidget['box']): boolean =>
  part.y + part.height > street.y - 4 && part.y < street.y + street.height + besideStreet

const wordsOf = ({ names, printed, caption }: Described): string =>
  [...names, ...[printed ?? '', caption ?? ''].map(readWords)].map(({ text }) => text).join('. ')

interface Made extends Described {
  field: FormField
}

export class FieldMaker {
  readonly #groups = new RadioGroups()
  readonly #made: Made[] = []
  readonly #left: PlacedWidget[] = []
  readonly #notes: ImportNote[] = []
  readonly #bound = new Map<string, string>()
  #named: { page: number; person: Person } | undefined

  add(described: Described): void {
    const { widget } = described
    // Only indirect objects can be recognised when the page is made plain.
    const isKnown = /^\d+R\d*( \d+R\d*)*$/.test(widget.id)
    const isFilled = widget.value !== '' && widget.value !== false
    const isLong = typeof widget.value === 'string' && widget.value.length > longestFieldValue
    if (isFilled && (!isKnown || isLong)) this.#left.push(described)
    else this.#made.push({ ...described, field: this.#fieldOf(described) })
    if (described.about) this.#named = { page: described.page, person: described.about.person }
  }

  /** `widgets` are the ids of all that became fields. */
  finish() {
    for (const { widget, field } of this.#made) this.#calculate(widget.scripts.calculation, field)
    this.#unbindLonely()
    this.#unbindStreets()
    return {
      fields: this.#made.map(({ field }) => field),
      notes: this.#notes,
      left: this.#left,
      widgets: this.#made.flatMap(({ widget }) => widget.id.split(' ')),
    }
  }

  #fieldOf(described: Described): FormField {
    const { widget, page, box, question } = described
    const role = roleFor(described)
    const kind = kindOf(described, role)
    const radio = kind === 'radio' ? this.#groups.add(widget, question) : undefined
    const label = radio?.label ?? this.#labelOf(described, kind)
    const { required, readOnly, scripts } = widget
    const preset = presetOf(described, kind)
    const isUnticked = preset === true && isConsent(described, radio?.group ?? '')
    const field: FormField = {
      id: uuid(),
      kind,
      page,
      ...box,
      label,
      binding: this.#bindingOf(described, kind, role),
      required,
      // What a script would calculate is not for the client to write.
      editable: !readOnly && !scripts.isCalculated,
      ...(radio ? { group: radio.group } : {}),
      ...(role === 'client' ? {} : { for: role }),
      ...(preset === undefined || isUnticked ? {} : { preset }),
      ...shapeOf(described, kind),
    }
    const note = (code: ImportNote['code']) =>
      this.#notes.push({ code, page, label: radio ? `${radio.group}: ${label}` : label })
    if (isUnticked) note('consent_unticked')
    if (readOnly && !scripts.isCalculated) note('read_only')
    if (scripts.isCalculated) note('calculated')
    if (scripts.isIgnored) note('script_ignored')
    if (role !== 'client') note('for_others')
    return field
  }

  /** Boxes of one field that stand for different values are told apart by them. */
  #labelOf({ widget, printed, caption }: Described, kind: Kind): string {
    // `spouse_signature_date` says more than the `Date` beside it.
    const called = kind === 'date' ? printed : (caption ?? printed)
    const label = plainText(called ?? '') || labelOf(widget, kind)
    const isOneOfSeveral =
      kind === 'checkbox' &&
      caption === undefined &&
      widget.tooltip === '' &&
      /\p{L}{2}/u.test(widget.choice) &&
      !/^(?:yes|on|true|si|sim)$/i.test(widget.choice)
    return isOneOfSeveral ? plainText(`${label}: ${widget.choice}`) : label
  }

  /** Binds once a page, except fields of one name or clearly the client's: a second `Last name` may be anybody's. */
  #bindingOf({ names, about, widget, page, printed }: Described, kind: Kind, role: FieldRole): string | null {
    if (role !== 'client' || (kind !== 'text' && kind !== 'entered_date') || widget.scripts.isCalculated) return null
    const type = kind === 'text' ? 'text' : 'date'
    // What is printed beside a field may stand under a heading that is not seen, unless it says whose it is.
    const beside = about && printed !== undefined ? suggestBinding([readWords(printed)], about, type) : null
    // The group is another one's than the field's if the field has a label of its own.
    const group = isUnnamed({ ...widget, name: lastPart(widget.name) }) ? groupNamesOf(widget) : []
    const binding = suggestBinding(names, about, type) ?? suggestBinding(group, about, type) ?? beside
    if (binding === null || (/ssn$/.test(binding) && (widget.maxLength ?? ssnLength) < ssnLength)) return null
    const place = `${page} ${binding}`
    const before = this.#bound.get(place)
    if (before !== undefined && before !== widget.name && about?.person !== 'client') return null
    if (about === undefined && this.#isBelowSomebody(page) && this.#isBound(binding)) return null
    this.#bound.set(place, widget.name)
    return binding
  }

  /** Whether a name that says nothing of a person stands below one that names somebody, such as a physician. */
  #isBelowSomebody(page: number): boolean {
    return this.#named?.page === page && !family.has(this.#named.person)
  }

  #isBound(binding: string): boolean {
    return this.#made.some(({ field }) => field.binding === binding)
  }

  #unbindLonely(): void {
    for (const { field, names } of this.#made) {
      const needed = companions[field.binding ?? '']
      const called = [field.label, ...names.map(({ text }) => text)].join(' ')
      if (needed && !needed.said.test(called) && !needed.bindings.some((each) => this.#isBound(each)))
        field.binding = null
    }
  }

  /** The record has an address in one text, which does not fit a line for the street with fields for the city and the rest. */
  #unbindStreets(): void {
    const parts = this.#made.filter(({ field }) => field.kind === 'text' || field.kind === 'choice')
    for (const { field, page, box } of this.#made.filter((made) => /address$/.test(made.field.binding ?? ''))) {
      const near = parts.filter((part) => part.field !== field && part.page === page && isNear(part.box, box))
      const has = (words: RegExp) => near.some((part) => words.test(wordsOf(part)))
      if (has(cityWords) && has(stateWords)) field.binding = null
    }
  }

  /** Turns the names in a calculation into fields. With a name of no field, nothing can be calculated. */
  #calculate(calculation: Described['widget']['scripts']['calculation'], field: FormField): void {
    if (!calculation) return
    const sources = calculation.fields.map((name) =>
      this.#made.filter(({ widget }) => widget.name === name || widget.name.startsWith(`${name}.`)),
    )
    const ids = [...new Set(sources.flat().map((source) => source.field.id))].filter((id) => id !== field.id)
    const isComputable = sources.every((found) => found.length > 0 && found.every((source) => isNumeric(source.field)))
    if (field.kind === 'text' && ids.length > 0 && isComputable) {
      field.calculation = { operation: calculation.operation, fields: ids }
    } else this.#notes.push({ code: 'script_ignored', page: field.page, label: field.label })
  }
}

const isNumeric = ({ kind }: FormField): boolean => kind === 'text' || kind === 'choice'

function roleFor(described: Described): FieldRole {
  const { about } = described
  return about === undefined ? 'client' : roleOf(about.person, purposeOf(described))
}

function purposeOf({ isSignature, date, names }: Described): Purpose {
  if (isSignature || date === 'signing') return 'signing'
  return names.some(({ text }) => /\b(?:name|nombre|nome)\b/.test(text)) ? 'name' : 'other'
}

function kindOf({ widget, box, date, names, isSignature }: Described, role: FieldRole): Kind {
  const { kind, value } = widget
  // Many forms have a field for text where the client signs.
  const isSigned = kind === 'text' && isSignature && role === 'client' && value === ''
  if (kind === 'signature' || isSigned) return saysInitials(names) ? 'initials' : 'signature'
  if (kind !== 'text' || date === undefined || box.width < narrowestDate) return kind
  if (date === 'signing' && (value === '' || role === 'client')) return 'date'
  return value === '' || (typeof value === 'string' && readDate(value, dateFormatOf(widget)) !== undefined)
    ? 'entered_date'
    : 'text'
}

function dateFormatOf({ dateFormat, tooltip, name, maxLength, isComb }: Described['widget']): DateFormat {
  const own = dateFormat === undefined ? undefined : formatOf(dateFormat)
  const usual = isComb && maxLength === 6 ? 'mm/dd/yy' : 'mm/dd/yyyy'
  return own ?? formatIn(tooltip) ?? formatIn(lastPart(name)) ?? usual
}

function presetOf({ widget }: Described, kind: Kind): string | true | undefined {
  const { value } = widget
  if (typeof value !== 'string') return value || undefined
  if (value.trim() === '' || kind === 'date' || kind === 'signature' || kind === 'initials') return undefined
  return kind === 'entered_date'
    ? readDate(value, dateFormatOf(widget))
    : value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
}

const isConsent = ({ names, widget }: Described, group: string): boolean =>
  consents.test([...names.map(({ text }) => text), group.toLowerCase(), widget.choice.toLowerCase()].join(' '))

/** What the form says about how the value is written. */
function shapeOf({ widget, names, cells }: Described, kind: Kind): Partial<FormField> {
  const { choices, takesOwnText, maxLength, isComb, isMultiline, align } = widget
  // What stands in the field is a value of it, also if the form would not take it.
  const present = typeof widget.value === 'string' ? widget.value : ''
  const isShort = maxLength !== undefined && present.length <= maxLength
  const length = isShort ? Math.min(maxLength, longestFieldValue) : undefined
  const isNumber = present === '' || /^[\s$(-]*[\d.,]+[\s%)]*$/.test(present)
  const comb = isComb && length !== undefined ? { comb: true, max_length: length } : {}
  const gaps = cells && cells.gaps.length > 0 ? { gaps: cells.gaps } : {}
  const aligned = align === 'left' ? {} : { align }
  switch (kind) {
    case 'date':
    case 'entered_date':
      return {
        ...comb,
        ...gaps,
        ...aligned,
        date_format: dateFormatOf(widget),
        ...(kind === 'entered_date' && saysBirth(names) ? { latest: 'today' } : {}),
      }
    case 'choice':
      return { choices, ...aligned, ...(takesOwnText ? { own_text: true } : {}) }
    case 'text':
      return {
        ...comb,
        ...gaps,
        ...(length === undefined ? {} : { max_length: length }),
        ...(isMultiline ? { multiline: true } : {}),
        ...aligned,
        ...(widget.scripts.number && isNumber ? { number: widget.scripts.number } : {}),
      }
    default:
      return {}
  }
}
