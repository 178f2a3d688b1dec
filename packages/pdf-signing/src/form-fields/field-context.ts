import { type DateMeaning, dateMeaning, formatIn, formatOf, isPartOfDate, saysSignature } from './field-dates.ts'
import { type About, personIn, withoutPeople } from './field-people.ts'
import { gapBetween, groupNamesOf, isSameRow, namesOf, type PlacedWidget } from './placed-widget.ts'
import { type FieldWords, lastPart, readWords } from './read-name.ts'

export interface Described extends PlacedWidget {
  names: FieldWords[]
  /** Whom its own name, the group that it is in or its row names; undefined if nobody is named. */
  about: About | undefined
  isSignature: boolean
  /** What date it is about; undefined if it is none. A date that stands alone by its name is of the day of signing here. */
  date: 'signing' | 'other' | undefined
}

/** How far to the side of a signature its date may stand, in points. */
const besideSignature = 250
const aboveSignature = 30
/** How far from a signature a date may be that names its signing, but not whose. */
const nearSignature = 90
/** How far to the right of a person's name the person's other fields may be. */
const besideName = 320

const personal =
  /\b(?:names?|first|last|middle|mi|initials?|date|birth|dob|ssn|social|phone|telephone|cell|mobile|fax|email|mail|address|street|city|state|zip|title|relationship|licen[cs]e|signature|sign|gender|sex|age|height|weight|nombres?|apellidos?|fecha|firma|telefono|direccion|ciudad|estado|nomes?|sobrenome|data|assinatura|telefone|endereco|cidade|parentesco)\b/
const longestPersonal = 40

export function describe(placed: readonly PlacedWidget[]): Described[] {
  const byPage = Map.groupBy(placed, ({ page }) => page)
  return [...byPage.values()].flatMap(describePage)
}

interface Known extends PlacedWidget {
  names: FieldWords[]
  about: About | undefined
  isSignature: boolean
  meaning: DateMeaning | undefined
}

function describePage(placed: readonly PlacedWidget[]): Described[] {
  const own = placed.map(known)
  const named = own.filter(({ about }) => about !== undefined)
  const all = own.map((field) => ({ ...field, about: field.about ?? personBeside(field, named) }))
  const signatures = all.filter(({ isSignature }) => isSignature)
  return all.map((field, index) => withDate(field, own[index]?.about, signatures))
}

function known(placed: PlacedWidget): Known {
  const { widget } = placed
  const names = namesOf(widget)
  const printed = placed.printed === undefined ? [] : [readWords(placed.printed)]
  const all = [...names, ...groupNamesOf(widget), ...printed]
  const people = isAnswer(placed) ? [] : all.map(personIn).filter((person) => person !== undefined)
  // `Signature of Applicant` in a group `Applicant 2` is the second one's.
  const about = (people[0]?.person === 'client' && people.find(({ person }) => person === 'insured')) || people[0]
  const isText = widget.kind === 'text' && !widget.isMultiline
  const isSignature = widget.kind === 'signature' || (isText && saysSignature(names))
  return {
    ...placed,
    names,
    about,
    isSignature,
    meaning: isText && isDated(placed) ? meaningOf(widget, names, printed) : undefined,
  }
}

/** Whether it is a box to be ticked whose label is only a person: what the client answers, as in `Paid to: an attorney`. */
function isAnswer({ widget: { kind, tooltip, choice, name }, printed }: PlacedWidget): boolean {
  if (kind !== 'checkbox' && kind !== 'radio') return false
  const label = [tooltip, printed ?? '', kind === 'radio' ? choice : '', lastPart(name)].find((text) =>
    /\p{L}{2}/u.test(text),
  )
  const { text } = readWords(label ?? '')
  return (
    /^(?:an?|my|una?|um|uma) /.test(text) ||
    withoutPeople(text)
      .replaceAll(/\b(?:or|and|the|of|other|legal)\b/g, '')
      .trim() === ''
  )
}

/** Whether a whole date fits into the field, as far as the form says. */
function isDated({ widget, cells }: PlacedWidget): boolean {
  const { maxLength, isComb } = widget
  const length = cells?.count ?? maxLength
  if (isComb && length !== undefined) return length === 6 || length === 8 || length === 10
  return length === undefined || length >= 6
}

/** What is printed beside a field tells what date it is, and does not make a date of a text. */
function meaningOf(
  { dateFormat, name, tooltip }: PlacedWidget['widget'],
  names: readonly FieldWords[],
  printed: readonly FieldWords[],
): DateMeaning | undefined {
  if (dateFormat !== undefined && formatOf(dateFormat) === undefined) return undefined
  if (dateFormat === undefined && (isPartOfDate(tooltip) || isPartOfDate(name))) return undefined
  const isFormatted = dateFormat !== undefined || formatIn(tooltip) !== undefined || formatIn(name) !== undefined
  const meaning = dateMeaning(names, isFormatted)
  return meaning && (dateMeaning([...names, ...printed], isFormatted) ?? meaning)
}

/** The person of the nearest field to the left in the row, for a field such as a last name beside a first name. */
function personBeside(field: Known, named: readonly Known[]): About | undefined {
  const telling = field.printed === undefined ? field.names : [readWords(field.printed)]
  const isPersonal = telling.every(
    ({ text }) => text.length <= longestPersonal && (personal.test(text) || withoutPeople(text) === ''),
  )
  if (!isPersonal || field.widget.kind === 'checkbox' || field.widget.kind === 'radio') return undefined
  const left = named.filter(
    ({ box }) => isSameRow(box, field.box) && box.x < field.box.x && gapBetween(box, field.box) <= besideName,
  )
  const nearest = left.toSorted((a, b) => b.box.x - a.box.x)[0]?.about
  return nearest && { ...nearest, number: telling.find(({ number }) => number !== undefined)?.number ?? nearest.number }
}

function withDate(field: Known, own: About | undefined, signatures: readonly Known[]): Described {
  const { meaning, ...described } = field
  if (meaning === undefined || meaning === 'other') return { ...described, date: meaning }
  const beside = signatureBeside(field, signatures)
  // `Witness date` is theirs wherever it stands. The client's is the day of signing only beside a signature.
  const isOthers = own !== undefined && own.person !== 'client'
  if (meaning === 'plain' && !beside && !isOthers) return { ...described, date: 'other' }
  const near = beside ?? (meaning === 'signing' ? signatureNear(field, signatures) : undefined)
  // A second date of signing without a signature may be somebody else's: `SigDate2`.
  const isSecond = field.names.some(({ number }) => number !== undefined && number > 1)
  if (isSecond && !near && own === undefined) return { ...described, date: 'other' }
  return { ...described, about: own ?? (near ? near.about : described.about), date: 'signing' }
}

/** The signature in the row of a date, rather to the left of it; else right above or below it. */
function signatureBeside({ box }: Known, signatures: readonly Known[]): Known | undefined {
  const distance = ({ box: other }: Known) => {
    if (isSameRow(box, other)) {
      const gap = gapBetween(box, other)
      return gap > besideSignature ? undefined : gap + (other.x > box.x ? besideSignature : 0)
    }
    const isOver = Math.min(box.x + box.width, other.x + other.width) > Math.max(box.x, other.x)
    const gap = verticalGap(box, other)
    return isOver && gap <= aboveSignature ? 2 * besideSignature + gap : undefined
  }
  return nearestBy(signatures, distance)
}

const signatureNear = ({ box }: Known, signatures: readonly Known[]): Known | undefined =>
  nearestBy(signatures, ({ box: other }) => {
    const gap = verticalGap(box, other)
    return gap <= nearSignature ? gap : undefined
  })

const verticalGap = (a: PlacedWidget['box'], b: PlacedWidget['box']): number =>
  Math.max(0, b.y - (a.y + a.height), a.y - (b.y + b.height))

function nearestBy(fields: readonly Known[], distanceOf: (field: Known) => number | undefined): Known | undefined {
  let nearest: { field: Known; distance: number } | undefined
  for (const field of fields) {
    const distance = distanceOf(field)
    if (distance !== undefined && (nearest === undefined || distance < nearest.distance)) nearest = { field, distance }
  }
  return nearest?.field
}
