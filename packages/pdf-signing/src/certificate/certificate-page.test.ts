import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfText } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng } from '../../test/pdfs/signature-png.ts'
import { openForReading } from '../reading/open-pdf.ts'
import { createSealKey, type SealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import type { CertificateData } from './certificate-data.ts'
import { certificateMessages } from './certificate-messages.ts'

let sealKey: SealKey
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
})

async function certify(changes: Partial<CertificateData> = {}, original = onePagePdf()) {
  const certificate = certificateData(changes)
  const sealed = await sealPdf({ original, stamps: [], certificate, sealKey })
  return { ...sealed, text: pdfText(sealed.pdf, 2, sealed.pages).replaceAll(/\s+/g, ' ') }
}

/** Text as the page has it, which may break anywhere in a long word. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

describe('appendCertificate', () => {
  it('given everything that is known of a signing, when it is certified, then the page states all of it', async () => {
    const data = certificateData()
    const { text } = await certify()
    const stated = [
      ...[data.envelopeId, data.sessionId, data.document.title, data.sender.agency, data.sender.staffName],
      ...[
        data.signer.name,
        data.signer.recordName,
        'maria@example.com',
        '+1 305 555 0142',
        certificateMessages[data.language]('authentication.code'),
        data.signature.id,
        'Great Vibes',
      ],
      ...[data.consent.version, data.consent.textSha256, 'Spanish', data.ip, data.userAgent, data.timeZone],
      ...['2025-06-16 14:20:00 UTC', '2025-06-17 18:01:02 UTC', '2025-06-17 18:02:11 UTC', '2025-06-17 18:06:48 UTC'],
      ...['Text message, •••42', '2025-06-17 18:03:30 UTC', '2025-06-17 18:04:05 UTC', '203.0.113.77', 'Safari, iOS'],
      ...['Address changed by the agency', '2025-06-16 20:00:00 UTC'],
      ...[data.originalSha256, data.presentedSha256, data.chainHead, data.verifyUrl, data.sealFingerprint],
      ...data.events.flatMap(({ hash, actor }) => [hash, actor]),
    ]
    for (const fact of stated) expect(withoutSpaces(text)).toContain(withoutSpaces(fact))
  })

  it.each(['en', 'es', 'pt'] as const)(
    'given a signer who reads %s, when it is certified, then the page is in that language',
    async (language) => {
      const { text } = await certify({ language })
      const t = certificateMessages[language]
      for (const words of [
        t('title'),
        t('code'),
        t('codeChannel.text'),
        t('consent'),
        t('integrity'),
        t('event.signed'),
        t('verify'),
      ]) {
        expect(text).toContain(words)
      }
      expect(withoutSpaces(text)).toContain(withoutSpaces(t('statement')))
      expect(text).toContain(t('footer', { page: 1, pages: 2 }))
    },
  )

  it.each([
    ['jump', 'en', '3 of 17; viewing all was not required'],
    ['every_page', 'es', '17 de 17; había que ver todas antes de firmar'],
  ] as const)(
    '[PH-12] given the rule %s, when it is certified, then the page says what was demanded and done',
    async (rule, language, words) => {
      const viewed = rule === 'jump' ? 3 : 17
      const { text } = await certify({ language, document: { title: 'Plan', pages: 17 }, reading: { rule, viewed } })
      expect(text).toContain(words)
    },
  )

  it.each([
    ['en', 'same as the original: presented as uploaded'],
    ['es', 'igual que el original: se presentó tal como se cargó'],
    ['pt', 'igual ao original: apresentado como foi enviado'],
  ] as const)(
    'given a document that was presented as uploaded, when it is certified in %s, then both hashes are stated as equal @full',
    async (language, statement) => {
      const hash = 'ef'.repeat(32)
      const same = withoutSpaces((await certify({ language, originalSha256: hash, presentedSha256: hash })).text)
      expect(same.split(hash)).toHaveLength(3)
      expect(same).toContain(withoutSpaces(`${hash} (${statement})`))
      const { text } = await certify({ language, originalSha256: hash })
      expect(withoutSpaces(text)).not.toContain(withoutSpaces(statement))
    },
  )

  it.each([
    [{ level: 'chosen_or_seen', to: null } as const, 'Passcode chosen or seen by staff'],
    [
      { level: 'made_and_sent', to: '•••0147' } as const,
      'Passcode made by the product, sent to •••0147, shown to nobody',
    ],
    [{ level: 'one_time_code', to: 'i•••@example.com' } as const, 'One-time code to i•••@example.com'],
  ])(
    'given the level %j, when it is certified, then the first page says it in one line',
    async (identification, line) => {
      const certificate = certificateData({ identification })
      const sealed = await sealPdf({ original: onePagePdf(), stamps: [], certificate, sealKey })
      expect(pdfText(sealed.pdf, 2, 2).replaceAll(/\s+/g, ' ')).toContain(`Identified by ${line}`)
    },
  )

  it('given changes of the contact and a login where staff are, when it is certified, then the page states them; else neither @full', async () => {
    const contactChanges = [{ field: 'phone', since: '2025-06-15T10:00:00Z', by: 'Rui Paz' } as const]
    const { text } = await certify({ contactChanges, openedInAgency: true })
    expect(text).toContain('Phone changed Address on the record since 2025-06-15, changed by Rui Paz')
    expect(text).toContain('Opened in the agency’s network')
    expect((await certify()).text).not.toMatch(/Address on the record|agency’s network/)
  })

  it('given a signer who confirmed no one-time code, when it is certified, then the page states none', async () => {
    const { code: _code, ...data } = certificateData()
    const sealed = await sealPdf({ original: onePagePdf(), stamps: [], certificate: data, sealKey })
    const text = pdfText(sealed.pdf, 2, sealed.pages).replaceAll(/\s+/g, ' ')
    expect(withoutSpaces(text)).toContain(withoutSpaces(certificateMessages.en('authentication.passcode')))
    expect(text).not.toContain('One-time code')
  })

  it('given a drawn signature and no e-mail or phone, when it is certified, then the page says how it was signed', async () => {
    const { text } = await certify({
      signer: { name: 'Ana', recordName: 'Ana' },
      signature: { kind: 'drawn', png: signaturePng, id: 'signature-1' },
    })
    expect(text).toContain('Drawn')
    expect(text).not.toContain('Email')
    expect(text).not.toContain('Phone')
  })

  it('given names in many scripts, when it is certified, then each can be read from the page', async () => {
    const names = ['Nguyễn Thị Đặng', 'Łukasz Żółć', 'Ирина Щербакова', 'Γιώργος Παπαδόπουλος']
    const events = names.map(
      (actor) => ({ at: '2025-06-17T18:00:00Z', event: 'viewed', actor, hash: '3e'.repeat(32) }) as const,
    )
    const { text } = await certify({ events })
    for (const name of names) expect(withoutSpaces(text)).toContain(withoutSpaces(name))
  })

  it('given texts with characters that no font has, when they are certified, then each has its code point @full', async () => {
    const name = 'José 🙂'
    const [at, hash] = ['2025-06-17T18:00:00Z', '3e'.repeat(32)]
    const { text } = await certify({
      document: { title: 'Plan 💊 \uFFFD', pages: 1 },
      signer: { name, recordName: `${name} 𪚥`, email: '🙂@example.com' },
      sender: { agency: 'Agency 🏠', staffName: 'Ana 🙃' },
      userAgent: 'Browser 🦊',
      events: [{ at, event: 'signed', actor: name, hash }],
    })
    const codes = [
      'Plan [U+1F48A] [U+FFFD]',
      'José [U+1F642] [U+2A6A5]',
      '[U+1F642]@',
      'Agency [U+1F3E0]',
      'Ana [U+1F643]',
    ]
    for (const written of [...codes, 'Browser [U+1F98A]']) expect(withoutSpaces(text)).toContain(withoutSpaces(written))
    expect(text.split('José [U+1F642]')).toHaveLength(4)
    expect(text).not.toMatch(/[\uFFFD\u{1F642}]/u)
  })

  it('given names in other scripts, when they are certified, then they can be read from the page @full', async () => {
    const names = ['王秀英', 'हिन्दी', '김민수', 'สมชาย', 'தமிழ்', 'Հայկ']
    const { text } = await certify({ signer: { name: names.join(' '), recordName: 'Ana' } })
    for (const name of names) expect(withoutSpaces(text)).toContain(name)
  })

  it('given very long values and a hundred events, when it is certified, then nothing is cut and pages are added @full', async () => {
    const title = 'Notice of cancellation '.repeat(40).trim()
    const events = Array.from({ length: 100 }, (_, index) => {
      return {
        at: '2025-06-17T18:00:00Z',
        event: 'reminded',
        actor: `Actor ${index}`,
        hash: `${index}`.padStart(64, 'e'),
      } as const
    })
    const { text, pages } = await certify({ document: { title, pages: 1 }, userAgent: 'X'.repeat(2_000), events })
    expect(pages).toBeGreaterThan(4)
    expect(withoutSpaces(text)).toContain(withoutSpaces(title))
    expect(text.match(/X/g)?.length).toBeGreaterThanOrEqual(2_000)
    for (const { actor, hash } of events) expect(text).toMatch(new RegExp(`${actor} ${hash}`))
    expect(text).toContain(`Certificate page ${pages - 1} of ${pages - 1}`)
  })

  it.each([
    ['quartz.pdf', 595.28, 841.89],
    ['distiller-rotated.pdf', 612, 792],
    ['libreoffice.pdf', 595.28, 841.89],
  ])(
    'given %s, when it is certified, then the certificate takes its paper, upright @full',
    async (name, width, height) => {
      const original = new Uint8Array(readFileSync(new URL(`../../test/pdfs/${name}`, import.meta.url)))
      const { pdf } = await sealPdf({ original, stamps: [], certificate: certificateData(), sealKey })
      const document = await openForReading(pdf)
      const last = await document.getPage(document.numPages)
      const viewport = last.getViewport({ scale: 1 })
      await document.loadingTask.destroy()
      expect([viewport.width, viewport.height]).toEqual([expect.closeTo(width, 1), expect.closeTo(height, 1)])
    },
  )

  it('given a time that is none, when it is certified, then the data is named as the reason', async () => {
    const times = { sent: 'yesterday', viewed: 'today', signed: 'now' }
    await expect(certify({ times })).rejects.toMatchObject({ code: 'SEAL_INPUT_INVALID' })
  })
})
