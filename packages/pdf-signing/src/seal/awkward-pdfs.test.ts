import { describe, expect, it } from 'vitest'
import { awkwardPdfs, awkwardSamples } from '../../test/pdfs/awkward.ts'
import { viewAndPrint } from '../../test/pdfs/pdf-tools.ts'
import { looksSame } from '../reading/content-guard.ts'
import { awkwardPdfContract, byPdfjs, differingPixels } from './awkward-pdfs.contract.ts'

describe('awkward PDFs', () => {
  it('are at least sixty, of different names', () => {
    expect(new Set(awkwardPdfs.map(({ name }) => name)).size).toBe(awkwardPdfs.length)
    expect(awkwardPdfs.length).toBeGreaterThanOrEqual(60)
  })

  awkwardPdfContract(awkwardSamples)
})

describe('the second renderer', () => {
  it('given a stamp that is printed alone, when the upload itself is rendered, then view and print differ', async () => {
    const trap = awkwardPdfs.find(({ name }) => name.startsWith('100 dollars on the screen'))
    const upload = await trap?.make()
    if (!upload) throw new Error('The case is missing')
    const poppler = await viewAndPrint(upload)
    expect(differingPixels(poppler.view, poppler.print)).toBeGreaterThan(50)
    const { view, print } = await byPdfjs(upload)
    expect(looksSame(view, print)).toBe(false)
  })
})
