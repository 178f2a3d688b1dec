import { afterEach, describe, expect, test, vi } from 'vitest'
import { isAfterToday, orderOf, parseDate, typedDate, withSeparators } from './date-text.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('dates as people write them', () => {
  test.each([
    [undefined, '4/12/1961', '1961-04-12'],
    ['mm/dd/yyyy', '04-12-1961', '1961-04-12'],
    ['mm/dd/yy', '04121961', '1961-04-12'],
    ['dd/mm/yyyy', '12/4/1961', '1961-04-12'],
    ['dd/mm/yy', '12.04.1961', '1961-04-12'],
    ['dd/mm/yyyy', '12041961', '1961-04-12'],
    ['mm/dd/yyyy', '1961-04-12', '1961-04-12'],
    ['yyyy-mm-dd', '19610412', '1961-04-12'],
    ['yyyy-mm-dd', '1961/4/12', '1961-04-12'],
    ['mm/dd/yyyy', '2/29/2024', '2024-02-29'],
    ['mm/dd/yyyy', '31/12/1961', '1961-12-31'],
    ['dd/mm/yyyy', '1/13/1961', '1961-01-13'],
    ['mm/dd/yyyy', 'June 15, 1985', '1985-06-15'],
    ['dd/mm/yyyy', 'Jun. 5th 1985', '1985-06-05'],
    ['mm/dd/yyyy', '15 de junio de 1985', '1985-06-15'],
    ['yyyy-mm-dd', 'sábado, 15 de junho de 1985', '1985-06-15'],
    ['mm/dd/yyyy', '1º de março de 1985', '1985-03-01'],
    ['mm/dd/yyyy', '\u202d04\u201112\u20111961\u202c', '1961-04-12'],
    ['dd/mm/yyyy', '１２/０４/１９６１', '1961-04-12'],
  ] as const)('given the format %s and %s, when it is read, then %s is kept', (format, text, iso) => {
    expect(parseDate(text, orderOf(format))).toBe(iso)
  })

  test.each([
    ['mm/dd/yyyy', '13/13/1961'],
    ['mm/dd/yyyy', '31/4/1961'],
    ['yyyy-mm-dd', '1961-13-40'],
    ['mm/dd/yyyy', '2/29/2023'],
    ['mm/dd/yyyy', '4/31/2024'],
    ['mm/dd/yy', '4/12/61'],
    ['mm/dd/yyyy', '4/12'],
    ['mm/dd/yyyy', 'soon'],
    ['mm/dd/yyyy', 'June 31, 1985'],
    ['mm/dd/yyyy', 'June 15, 85'],
    ['mm/dd/yyyy', 'Junk 15, 1985'],
    ['mm/dd/yyyy', ''],
  ] as const)('given the format %s and %s, when it is read, then it is no date', (format, text) => {
    expect(parseDate(text, orderOf(format))).toBeUndefined()
  })

  test.each([
    ['today', '2026-11-27'],
    ['next friday', '2026-12-04'],
    ['hoy', '2026-11-27'],
    ['Mañana', '2026-11-28'],
    ['pasado mañana', '2026-11-29'],
    ['próximo viernes', '2026-12-04'],
    ['el miércoles que viene', '2026-12-02'],
    ['este viernes', '2026-11-27'],
    ['ontem', '2026-11-26'],
    ['amanhã', '2026-11-28'],
    ['próxima segunda-feira', '2026-11-30'],
    ['sexta que vem', '2026-12-04'],
    ['no sábado', '2026-11-28'],
  ])('given a Friday and %s, when it is read, then %s is kept', (text, iso) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 27, 12) })
    expect(parseDate(text, orderOf())).toBe(iso)
  })

  test.each(['mar', 'vie', 'seg', 'próximo', 'próximo mar'])(
    'given %s alone, when it is read, then nothing is guessed',
    (text) => {
      expect(parseDate(text, orderOf())).toBeUndefined()
    },
  )

  test.each([
    [undefined, '04/12/1961'],
    ['mm/dd/yy', '04/12/1961'],
    ['dd/mm/yyyy', '12/04/1961'],
    ['yyyy-mm-dd', '1961-04-12'],
  ] as const)('given the format %s, when a date is shown for typing, then %s', (format, text) => {
    expect(typedDate('1961-04-12', orderOf(format))).toBe(text)
  })

  test.each([
    ['mm/dd/yyyy', '0', '04', '04/'],
    ['mm/dd/yyyy', '04/1', '04/12', '04/12/'],
    ['dd/mm/yyyy', '4/1', '4/12', '4/12/'],
    ['mm/dd/yyyy', '04/', '04', '04'],
    ['mm/dd/yyyy', '4', '4/', '4/'],
    ['mm/dd/yyyy', '', '04', '04'],
    ['yyyy-mm-dd', '196', '1961', '1961-'],
    ['yyyy-mm-dd', '1961-0', '1961-04', '1961-04-'],
    ['yyyy-mm-dd', '1', '19', '19'],
    ['mm/dd/yyyy', '04/', '04//', '04/'],
    ['dd/mm/yyyy', '31/12/', '31/12//', '31/12/'],
    ['yyyy-mm-dd', '1961-', '1961--', '1961-'],
  ] as const)('given %s and %s, when it becomes %s, then it stands as %s', (format, before, text, shown) => {
    expect(withSeparators(text, before, orderOf(format))).toBe(shown)
  })

  test('given today, when days are compared with it, then only later ones are after it', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 5, 23, 59) })
    expect(['2026-11-04', '2026-11-05', '2026-11-06'].map(isAfterToday)).toEqual([false, false, true])
  })
})
