import { awkwardPdfs, awkwardSamples } from '@agency/test-kit/pdfs/awkward'
import { describe } from 'vitest'
import { awkwardPdfContract } from './awkward-pdfs.contract.ts'

describe('awkward PDFs', () => {
  awkwardPdfContract(awkwardPdfs.filter((pdf) => !awkwardSamples.includes(pdf)))
})
