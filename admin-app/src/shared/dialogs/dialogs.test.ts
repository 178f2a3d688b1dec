import { UploadRefusedError } from '@agency/http-client/call-error'
import { expect, it, vi } from 'vitest'
import { alertFailure, useAsked } from './dialogs'

it('given an export of more rows than one may read, when it is alerted, then the alert says so', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const message = 'Please try again in 9 minutes, or ask a power admin.'
  const alerted = alertFailure('Not exported.', new UploadRefusedError(429, { code: 'TOO_MANY_RECORDS', message }))
  const [asked] = useAsked.getState().queue
  expect(asked?.request).toEqual({ kind: 'alert', title: 'Not exported.', message })
  asked?.answer(true)
  await alerted
  vi.unstubAllGlobals()
})

it('given a save that a full disk refuses, when it is alerted, then the alert says why, and that nothing is lost', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const words = 'The disk is full, so nothing can be saved.'
  const alerted = alertFailure(
    'The client could not be saved.',
    new UploadRefusedError(507, { code: 'DISK_FULL', message: words }),
  )
  const [asked] = useAsked.getState().queue
  expect(asked?.request).toEqual({
    kind: 'alert',
    title: 'The client could not be saved.',
    message: `${words} What you typed is still here.`,
  })
  asked?.answer(true)
  await alerted
  vi.unstubAllGlobals()
})
