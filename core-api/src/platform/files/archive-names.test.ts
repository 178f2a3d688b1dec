import { expect, it } from 'vitest'
import { fileNamesOf } from './archive-names.ts'

it('given titles alike, when they become file names, then each is its own, in order', () => {
  expect(fileNamesOf(['Form', 'Form', null, ' '])).toEqual([
    '01 Form.pdf',
    '02 Form.pdf',
    '03 document.pdf',
    '04 document.pdf',
  ])
  expect(fileNamesOf(Array.from({ length: 100 }, () => 'Form')).at(0)).toBe('001 Form.pdf')
})

it.each([
  ['another folder', '../../etc/passwd', '01 etc_passwd.pdf'],
  ['what a file system refuses', 'A: "B" <C>|D?*', '01 A_ _B_ _C_D.pdf'],
  ['control characters and turned writing', 'A\u0000\r\n\u202Efdp.exe', '01 A_fdp.exe.pdf'],
  ['dots and spaces at the ends', ' . Form. ', '01 Form.pdf'],
  ['letters and their marks', 'Ação Joa\u0303o हिन्दी', '01 Ação João हिन्दी.pdf'],
])('given a title with %s, when it becomes a file name, then it is a plain one', (_what, title, name) => {
  expect(fileNamesOf([title])).toEqual([name])
})

it('given a long title, when it becomes a file name, then it is cut between characters, short enough for any disk', () => {
  const [name = ''] = fileNamesOf(['𠮷'.repeat(200)])
  expect(name).toBe(`01 ${'𠮷'.repeat(45)}.pdf`)
  expect(Buffer.byteLength(name)).toBeLessThan(255)
})
