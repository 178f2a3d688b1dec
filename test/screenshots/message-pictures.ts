import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@agency/contract/esign'
import { type MessageKind, messageKinds } from '@agency/contract/messages'
import { type Browser, chromium } from '@playwright/test'
import { sampleValues } from '../../core-api/src/messages/template-editor/sample-values.ts'
import { defaultTexts } from '../../core-api/src/platform/outbox/templates/default-templates.ts'
import { renderTexts } from '../../core-api/src/platform/outbox/templates/render-message.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { root } from '../../scripts/repository.ts'
import { palettePng } from './palette-png.ts'

const folder = join(root, 'pictures/messages')
const agencyName = 'Harbor Lane Insurance'
const brand = {
  agencyName,
  color: undefined,
  logo: undefined,
  address: undefined,
  sender: { name: null, address: 'office@example.com' },
}
const width = 1_320

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** One message in each language side by side, under the lines that a mail program shows. */
function pageOf(kind: MessageKind): string {
  const mails = languages.map((language) => {
    const values = sampleValues(language, agencyName, 'https://client.example.com')
    const message = { kind, channel: 'email', language, values } as const
    const { subject = '', html = '' } = renderTexts(brand, message, defaultTexts(kind, language))
    return `<article><header><b>${escapeAttribute(subject)}</b><br>${agencyName} &lt;office@example.com&gt;</header>
      <iframe srcdoc="${escapeAttribute(html)}"></iframe></article>`
  })
  return `<!doctype html><title>${kind}</title><style>
    body { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; margin: 12px; background: #d9dcdf }
    article { background: #fff } header { padding: 12px 16px; font: 14px/1.5 Arial, sans-serif }
    iframe { display: block; width: 100%; border: 0 }
    </style>${mails.join('')}`
}

/** Takes a picture of each message with its default texts. */
async function takePictures(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 400 } })
  mkdirSync(folder, { recursive: true })
  for (const kind of messageKinds) {
    await page.setContent(pageOf(kind), { waitUntil: 'load' })
    await page.evaluate(() => {
      const frames = [...document.querySelectorAll('iframe')]
      const heights = frames.map((frame) => frame.contentDocument?.body.scrollHeight ?? 0)
      for (const frame of frames) frame.style.height = `${Math.max(...heights)}px`
    })
    writeFileSync(join(folder, `${kind}.png`), await palettePng(page, await page.screenshot({ fullPage: true })))
  }
}

const executablePath = findChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  await takePictures(browser)
} finally {
  await browser.close()
}
