import { fakePdf } from '@agency/pdf-viewer/testing/fake-pdf'
import { vi } from 'vitest'

/** Made once for all test files, which share their modules: the first of them loads the importers. */
export const { openPdf } = fakePdf()
export const leaveFor = vi.fn<(url: string) => void>()
