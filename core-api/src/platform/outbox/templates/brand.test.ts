import { expect, it } from 'vitest'
import { AgencySettingsSource } from '../../agency/agency-settings.ts'
import { brandOf } from './brand.ts'

/** The start of a PNG, which says its size. */
function pngOf(width: number, height: number): Buffer {
  const start = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  start.writeUInt32BE(width, 16)
  start.writeUInt32BE(height, 20)
  return start
}

it.each([
  ['a wide', pngOf(400, 120), { width: 187, height: 56 }],
  ['a very wide', pngOf(1_200, 100), { width: 240, height: 20 }],
  ['a square', pngOf(64, 64), { width: 56, height: 56 }],
  ['a high', pngOf(100, 200), { width: 28, height: 56 }],
  ['a damaged', Buffer.from('none'), { width: 56, height: 56 }],
])('given %s logo, when it is in an e-mail, then it keeps its form', async (_what, content, size) => {
  const agency = Object.assign(Object.create(AgencySettingsSource.prototype), {
    read: async () => ({ name: 'Sunrise', logo_file: 'logo-1.png' }),
    readLogo: async () => content,
  })
  const { logo } = await brandOf(agency)
  expect(logo).toEqual({ url: `data:image/png;base64,${content.toString('base64')}`, ...size })
})
