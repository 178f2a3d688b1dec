import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { onePagePdf } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import { card } from './record-cards.ts'

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const picture = { name: 'Passport.png', mimeType: 'image/png', buffer: pixel }
export const pdf = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: readFileSync(onePagePdf) }

/** The card of a client's uploaded files. */
export const documents = (page: Page) => card(page, 'Documents')
/** The row of one of them. */
export const rowOf = (page: Page, name: string) => documents(page).getByRole('row').filter({ hasText: name })
