import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { richTextFields } from '../../../test/rich-text-fields.ts'

// sanitize-rich-text.test.ts has every attack string, rich-text-fields.full.test.ts each of them in each field.
it('given script in any rich-text field, when stored, then what is read back is without it; a NUL is refused @full', async () => {
  for (const [name, { write, read }] of Object.entries(await richTextFields(await startCoreForTest()))) {
    expect(await write('<p onclick="x()">kept<script>alert(1)</script></p>'), name).toBe(200)
    expect(await read(), name).toBe('<p>kept</p>')
    expect(await write('<p>\0</p>'), name).toBe(400)
  }
})
