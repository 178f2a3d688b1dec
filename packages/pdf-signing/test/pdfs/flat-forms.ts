import { onePagePdf } from './build-pdf.ts'

/** A place that is filled in by hand, in points from the top left of the page. */
export interface Place {
  kind: 'signature' | 'date' | 'check' | 'text'
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A form without fields. */
export interface FlatForm {
  name: string
  pdf: Uint8Array
  places: Place[]
}

const height = 792
const resources =
  '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> /F3 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >>'

/** A page on which a form is drawn; y goes down, as a reader sees it. */
class Sheet {
  readonly #content: string[] = []
  readonly #places: Place[] = []

  text(x: number, y: number, words: string, { size = 10, font = 'F1' } = {}): this {
    const escaped = words.replaceAll(/[()\\]/g, '\\$&')
    this.#content.push(`BT /${font} ${size} Tf ${x} ${height - y} Td (${escaped}) Tj ET`)
    return this
  }

  line(from: number, to: number, y: number): this {
    this.#content.push(`0.5 w ${from} ${height - y} m ${to} ${height - y} l S`)
    return this
  }

  /** A line as word processors draw it: a thin black rectangle. */
  bar(from: number, to: number, y: number): this {
    this.#content.push(`0 g ${from} ${height - y} ${to - from} 0.6 re f`)
    return this
  }

  upright(x: number, from: number, to: number): this {
    this.#content.push(`0.5 w ${x} ${height - from} m ${x} ${height - to} l S`)
    return this
  }

  box(x: number, y: number, width: number, depth: number, paint = 'S'): this {
    this.#content.push(`0.5 w ${x} ${height - y - depth} ${width} ${depth} re ${paint}`)
    return this
  }

  raw(content: string): this {
    this.#content.push(content)
    return this
  }

  /** @param y of the line, or of the box's bottom */
  expect(kind: Place['kind'], x: number, y: number, width: number, depth = 12): this {
    this.#places.push({ kind, page: 0, x, y: y - depth, width, height: depth })
    return this
  }

  /** A drawn check box with its label. */
  check(x: number, y: number, label: string): this {
    return this.box(x, y - 9, 9, 9)
      .text(x + 14, y, label)
      .expect('check', x, y, 9, 9)
  }

  finish(name: string, entries = ''): FlatForm {
    const page = `/MediaBox [0 0 612 ${height}] ${entries} ${resources}`
    return { name, pdf: onePagePdf({ content: this.#content.join('\n'), page }), places: this.#places }
  }
}

const blank = (count: number) => '_'.repeat(count)
const paragraph = (sheet: Sheet, y: number, lines: number): Sheet => {
  for (let index = 0; index < lines; index += 1)
    sheet.text(
      54,
      y + index * 12,
      'The parties agree that the signature and the date of this agreement bind each of them as',
    )
  return sheet
}

const underscores = () =>
  new Sheet()
    .text(54, 60, 'CONSENT TO RELEASE INFORMATION', { size: 14 })
    .text(54, 100, `Name: ${blank(40)}  Date of birth: ${blank(15)}`)
    .expect('text', 86, 100, 222)
    .expect('date', 377, 100, 80)
    .text(54, 130, `Patient signature: ${blank(34)} Date: ${blank(16)}`)
    .expect('signature', 138, 130, 185)
    .expect('date', 352, 130, 85)
    .text(54, 160, `Witness signature: ${blank(34)} Date: ${blank(16)}`)
    .expect('signature', 138, 160, 185)
    .expect('date', 352, 160, 85)
    .finish('underscores in text')

const captionsBelow = () => {
  const sheet = paragraph(new Sheet(), 60, 6)
  for (const [index, who] of ['Applicant', 'Spouse', 'Agent'].entries()) {
    const y = 220 + index * 50
    sheet
      .line(54, 300, y)
      .text(54, y + 11, `Signature of ${who}`, { size: 8 })
      .expect('signature', 54, y, 246)
    sheet
      .line(340, 460, y)
      .text(340, y + 11, 'Date', { size: 8 })
      .expect('date', 340, y, 120)
  }
  return sheet.finish('labels below lines')
}

const table = () => {
  const sheet = new Sheet().text(54, 50, 'BENEFICIARY CHANGE', { size: 14 })
  const rows = ['Policy number', 'New beneficiary', 'Signature of owner', 'Date signed']
  for (const [index, label] of rows.entries()) {
    const y = 80 + index * 28
    sheet
      .box(54, y, 150, 28)
      .box(204, y, 300, 28)
      .text(60, y + 18, label)
    sheet.expect(index === 2 ? 'signature' : index === 3 ? 'date' : 'text', 204, y + 28, 300, 16)
  }
  return sheet.finish('table of two columns')
}

const captionsInCells = () => {
  const sheet = new Sheet().text(54, 50, 'APPLICATION', { size: 14 })
  const cells = [
    ['First name', 54, 180, 'text'],
    ['Last name', 234, 180, 'text'],
    ['Date of birth', 414, 120, 'date'],
  ] as const
  for (const [label, x, width, kind] of cells)
    sheet
      .box(x, 80, width, 30)
      .text(x + 3, 88, label, { size: 7 })
      .expect(kind, x, 110, width, 18)
  sheet
    .box(54, 110, 360, 34)
    .text(57, 118, 'Signature of proposed insured', { size: 7 })
    .expect('signature', 54, 144, 360, 20)
  sheet.box(414, 110, 120, 34).text(417, 118, 'Date', { size: 7 }).expect('date', 414, 144, 120, 20)
  return sheet.finish('labels in cells')
}

const checkLists = () => {
  const sheet = new Sheet().text(54, 50, 'Which of these apply to you?', { size: 12 })
  for (const [index, label] of ['Diabetes', 'Asthma', 'High blood pressure', 'None of these'].entries())
    sheet.check(54, 80 + index * 18, label)
  for (const [index, label] of ['Mail', 'Telephone', 'E-mail'].entries())
    sheet
      .text(300, 80 + index * 18, 'o', { font: 'F2', size: 11 })
      .text(316, 80 + index * 18, label)
      .expect('check', 300, 82 + index * 18, 9, 10)
  for (const [index, label] of ['Male', 'Female'].entries())
    sheet.text(54, 190 + index * 18, `[  ] ${label}`).expect('check', 54, 191 + index * 18, 11, 10)
  const circle = (x: number, y: number) =>
    sheet
      .raw(`0.5 w ${x} ${height - y} m ${x} ${height - y + 7} ${x + 10} ${height - y + 7} ${x + 10} ${height - y} c`)
      .raw(`${x + 10} ${height - y - 7} ${x} ${height - y - 7} ${x} ${height - y} c h S`)
      .expect('check', x, y + 5, 10, 10)
  circle(300, 187).text(316, 190, 'Single')
  circle(300, 205).text(316, 208, 'Married')
  return sheet.finish('check boxes')
}

const yesNoLines = () => {
  const sheet = new Sheet().text(54, 50, 'HEALTH QUESTIONS', { size: 12 })
  for (const [index, question] of ['Do you smoke?', 'Are you employed?', 'Do you have other insurance?'].entries()) {
    const y = 90 + index * 24
    sheet
      .text(54, y, `${index + 1}. ${question}`)
      .text(300, y, `${blank(4)} Yes`)
      .text(380, y, `${blank(4)} No`)
    sheet.expect('check', 300, y, 22, 12).expect('check', 380, y, 22, 12)
  }
  return sheet
    .text(54, 200, 'Client signature')
    .line(140, 340, 202)
    .expect('signature', 140, 202, 200)
    .text(360, 200, 'Date')
    .line(390, 500, 202)
    .expect('date', 390, 202, 110)
    .finish('lines before yes and no')
}

const oneLine = () =>
  paragraph(new Sheet(), 60, 8)
    .line(54, 558, 200)
    .text(54, 196, 'Sign here:')
    .expect('signature', 110, 200, 220)
    .text(340, 196, 'Date:')
    .expect('date', 372, 200, 180)
    .line(54, 558, 240)
    .text(54, 236, 'Agent signature:')
    .expect('signature', 140, 240, 190)
    .text(340, 236, 'Date:')
    .expect('date', 372, 240, 180)
    .finish('one line for signature and date')

const thinBars = () =>
  paragraph(new Sheet(), 60, 5)
    .text(54, 160, 'Signature:')
    .bar(110, 330, 163)
    .expect('signature', 110, 163, 220)
    .text(350, 160, 'Date:')
    .bar(380, 500, 163)
    .expect('date', 380, 163, 120)
    .text(54, 200, 'Printed name:')
    .bar(125, 330, 203)
    .expect('text', 125, 203, 205)
    .check(54, 230, 'I have read and understand this notice')
    .finish('lines as thin rectangles')

/** What looks like places to write on and is none: rules, headings, tables of prices, bullets, page ends. */
const contract = () => {
  const sheet = new Sheet().text(54, 40, 'AGENCY AGREEMENT', { size: 16 }).line(54, 558, 46)
  sheet.text(54, 70, '1. Term and date of agreement', { size: 11 }).bar(54, 206, 72)
  paragraph(sheet, 90, 8)
  for (const [index, row] of ['Item', 'Enrollment', 'Renewal', 'Total'].entries()) {
    const y = 200 + index * 18
    sheet
      .box(54, y, 200, 18)
      .box(254, y, 120, 18)
      .box(374, y, 120, 18)
      .text(58, y + 13, row)
    sheet.text(258, y + 13, index === 0 ? 'Price' : '$ 100.00').text(378, y + 13, index === 0 ? 'Due' : 'monthly')
  }
  for (const [index, point] of ['is binding', 'may be ended', 'has no other terms'].entries())
    sheet.raw(`0 g 60 ${height - 300 - index * 14} 5 5 re f`).text(72, 300 + index * 14, `This agreement ${point}`)
  sheet.line(54, 558, 350)
  paragraph(sheet, 366, 12)
  sheet.text(54, 560, 'Owner signature').line(140, 330, 562).expect('signature', 140, 562, 190)
  sheet.text(350, 560, 'Date').line(380, 500, 562).expect('date', 380, 562, 120)
  sheet
    .line(54, 558, 740)
    .text(54, 752, 'Form 12-345 (Rev. 01/24)', { size: 8 })
    .text(500, 752, 'Page 1 of 1', { size: 8 })
  return sheet.finish('contract with rules and tables')
}

const rotated = () => {
  // The page is seen after a turn to the right: what is seen at (x, y) is drawn at (y, x).
  const seen = (x: number, y: number, words: string) => `BT /F1 10 Tf 0 1 -1 0 ${y} ${x} Tm (${words}) Tj ET`
  const ruled = (from: number, to: number, y: number) => `0.5 w ${y} ${from} m ${y} ${to} l S`
  return new Sheet()
    .raw(seen(60, 300, 'Signature of parent'))
    .raw(ruled(160, 400, 302))
    .expect('signature', 160, 302, 240)
    .raw(seen(420, 300, 'Date'))
    .raw(ruled(450, 560, 302))
    .expect('date', 450, 302, 110)
    .finish('turned page', '/Rotate 90')
}

const leaders = () =>
  new Sheet()
    .text(54, 100, `Signature ${'.'.repeat(60)} Date ${'.'.repeat(30)}`)
    .expect('signature', 102, 100, 160)
    .expect('date', 295, 100, 80)
    .text(54, 130, `Name in print ${'.'.repeat(60)}`)
    .expect('text', 118, 130, 160)
    .finish('leaders of dots')

const spanish = () =>
  new Sheet()
    .text(54, 60, 'AUTORIZACION', { size: 14, font: 'F3' })
    .text(54, 100, `Nombre completo: ${blank(40)}`, { font: 'F3' })
    .expect('text', 135, 100, 190)
    .text(54, 130, `Firma del solicitante: ${blank(30)} Fecha: ${blank(14)}`, { font: 'F3' })
    .expect('signature', 148, 130, 145)
    .expect('date', 332, 130, 65)
    .text(54, 160, `Assinatura: ${blank(30)} Data: ${blank(14)}`, { font: 'F3' })
    .expect('signature', 104, 160, 145)
    .expect('date', 282, 160, 65)
    .check(54, 190, 'Acepto los terminos')
    .check(54, 208, 'No acepto')
    .finish('Spanish and Portuguese')

const labelsAbove = () => {
  const sheet = new Sheet()
    .text(54, 100, 'Signature of insured')
    .line(54, 300, 128)
    .expect('signature', 54, 128, 246)
    .text(54, 160, 'Date signed')
  for (const x of [54, 69, 96, 111, 138, 153, 168, 183]) sheet.box(x, 166, 15, 16)
  sheet.text(88, 179, '/').text(130, 179, '/').expect('date', 54, 182, 144, 16)
  return sheet.finish('labels above, cells for digits')
}

const shaded = () => {
  const sheet = new Sheet().raw(`0.85 0.92 0.96 rg 40 ${height - 300} 532 260 re f 1 1 1 rg`)
  sheet
    .box(200, 80, 250, 20, 'f')
    .raw('0 g')
    .text(60, 94, 'Full name')
    .expect('text', 200, 100, 250, 18)
    .raw('1 1 1 rg')
  sheet
    .box(200, 120, 250, 24, 'f')
    .raw('0 g')
    .text(60, 136, 'Signature')
    .expect('signature', 200, 144, 250, 18)
    .raw('1 1 1 rg')
  sheet.box(60, 170, 10, 10, 'f').raw('0 g').text(76, 179, 'I agree').expect('check', 60, 180, 10, 10)
  return sheet.finish('white boxes on a shade')
}

const headsOfColumns = () => {
  const sheet = new Sheet().text(54, 50, 'ATTENDANCE', { size: 14 })
  const columns = [
    ['Name', 54, 180],
    ['Signature', 234, 220],
    ['Date', 454, 100],
  ] as const
  for (const [head, x, width] of columns) {
    sheet.box(x, 70, width, 20).text(x + width / 2 - head.length * 2.6, 84, head)
    for (const y of [90, 120]) {
      sheet.box(x, y, width, 30)
      if (head !== 'Name') sheet.expect(head === 'Date' ? 'date' : 'signature', x, y + 30, width, 18)
    }
  }
  // A line below the last labels that belongs to nothing.
  sheet.line(54, 330, 200).text(54, 211, 'Signature of licensed agent').expect('signature', 54, 200, 276)
  sheet.line(370, 554, 200).text(370, 211, 'Date').expect('date', 370, 200, 184)
  return sheet.line(54, 554, 224).finish('heads of columns')
}

const personsBelow = () =>
  new Sheet()
    .text(54, 60, 'Please initial beside the products you want to discuss.')
    .text(54, 90, `${blank(5)} Prescription drug plans`)
    .expect('signature', 54, 91, 27)
    .text(54, 110, `${blank(5)} Medicare Advantage plans`)
    .expect('signature', 54, 111, 27)
    .text(54, 140, 'Do you smoke?   (  ) Yes   (  ) No')
    .expect('check', 132, 141, 12, 10)
    .expect('check', 172, 141, 12, 10)
    .text(54, 200, `X${blank(40)}`)
    .text(54, 212, 'Signature of Owner')
    .expect('signature', 61, 200, 222)
    .text(54, 260, blank(40))
    .text(54, 272, 'Witness')
    .expect('signature', 54, 260, 222)
    .text(340, 260, blank(20))
    .text(336, 272, 'Date')
    .expect('date', 340, 260, 111)
    .finish('initials, and persons below lines')

/** Forms without fields, written after the usual layouts. */
export const flatForms = (): FlatForm[] =>
  [
    ...[underscores, captionsBelow, table, captionsInCells, checkLists, yesNoLines, oneLine, thinBars, contract],
    ...[rotated, leaders, spanish, labelsAbove, shaded, headsOfColumns, personsBelow],
  ].map((make) => make())
