import { describe } from 'vitest'
import { awkwardPdfs, awkwardSamples } from '../../test/pdfs/awkward.ts'
import { awkwardPdfContract } from './awkward-pdfs.contract.ts'

describe('awkward PDFs', () => {
  awkwardPdfContract(awkwardPdfs.filter((pdf) => !awkwardSamples.includes(pdf)))
})
