import { wrapText } from '../fonts/fit-text.ts'
import { ink, mutedInk } from '../stamps/page-canvas.ts'
import type { CertificateData, CertificateEvent } from './certificate-data.ts'
import { type CertificateFlow, formatUtc, margin } from './certificate-flow.ts'
import { certificateMessages } from './certificate-messages.ts'

const size = 8.5
const leading = 12
const timeWidth = 118
const eventWidth = 130

export function drawCertificateEvents(flow: CertificateFlow, data: CertificateData): void {
  const t = certificateMessages[data.language]
  // Room for the heading and three events, so that no heading is alone at the end of a page.
  flow.section(t('events'), 140)
  drawTableHead(flow, data)
  for (const event of data.events) drawEvent(flow, data, event)
  flow.ensure(26)
  flow.y += 8
  flow.canvas.text(t('chainHead'), { x: margin, y: flow.y + 10 }, { face: 'regular', size, color: mutedInk })
  flow.canvas.text(data.chainHead, { x: margin + timeWidth, y: flow.y + 10 }, { face: 'regular', size: 8, color: ink })
  flow.y += leading
}

function drawTableHead(flow: CertificateFlow, { language }: CertificateData): void {
  const t = certificateMessages[language]
  const style = { face: 'regular', size: 7.5, color: mutedInk } as const
  flow.canvas.text(t('eventTime'), { x: margin, y: flow.y + 9 }, style)
  flow.canvas.text(t('event'), { x: margin + timeWidth, y: flow.y + 9 }, style)
  flow.canvas.text(t('actor'), { x: margin + timeWidth + eventWidth, y: flow.y + 9 }, style)
  flow.y += 15
}

function drawEvent(flow: CertificateFlow, data: CertificateData, event: CertificateEvent): void {
  const style = { face: 'regular', size, color: ink } as const
  const actorX = margin + timeWidth + eventWidth
  const actors = wrapText(event.actor, 'regular', size, flow.right - actorX)
  const names = wrapText(nameOf(data, event), 'regular', size, eventWidth - 8)
  const lines = Math.max(actors.length, names.length, 1)
  if (flow.ensure(lines * leading + 17)) drawTableHead(flow, data)
  flow.rule()
  flow.y += 2
  flow.canvas.text(formatUtc(event.at), { x: margin, y: flow.y + 10 }, style)
  names.forEach((line, index) => {
    flow.canvas.text(line, { x: margin + timeWidth, y: flow.y + 10 + index * leading }, style)
  })
  actors.forEach((line, index) => {
    flow.canvas.text(line, { x: actorX, y: flow.y + 10 + index * leading }, style)
  })
  flow.y += lines * leading
  flow.canvas.text(event.hash, { x: margin + timeWidth, y: flow.y + 8 }, { ...style, size: 6.5, color: mutedInk })
  flow.y += 14
}

function nameOf({ language }: CertificateData, { event, status }: CertificateEvent): string {
  const t = certificateMessages[language]
  return status === undefined ? t(`event.${event}`) : t('event.statusSet', { status: t(`status.${status}`) })
}
