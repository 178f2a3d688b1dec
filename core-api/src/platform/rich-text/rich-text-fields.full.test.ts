import { expect, it } from 'vitest'
import { attackStrings } from '../../../test/attack-strings.ts'
import { startCoreForTest } from '../../../test/core.ts'
import { richTextFields } from '../../../test/rich-text-fields.ts'
import { findUnsafeMarkup } from '../../../test/unsafe-markup.ts'

it('given each attack string, when stored in any rich-text field, then what is read back is harmless, or was refused', async () => {
  const bad: [string, string, string[]][] = []
  for (const [name, field] of Object.entries(await richTextFields(await startCoreForTest()))) {
    for (const text of attackStrings) {
      expect(await field.write(text), `${name}: ${text.slice(0, 80)}`).toBe(text.includes('\0') ? 400 : 200)
      const problems = findUnsafeMarkup((await field.read()) ?? '')
      if (problems.length > 0) bad.push([name, text.slice(0, 120), problems])
    }
  }
  expect(bad).toEqual([])
})
