import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '../libpdf.ts'
import { resolved, resolverOf } from '../pdf-objects.ts'

/** No changes are permitted after sealing (ISO 32000-2, table 257). */
const noChanges = 1

/** DocMDP (ISO 32000-2, 12.8.2.2). Call it before the signature dictionary is written. Idempotent. */
export function certifySeal(pdf: PDF): void {
  const seal = sealOf(pdf)
  if (!seal || seal.dict.has('Reference')) return
  const parameters = PdfDict.of({
    Type: PdfName.of('TransformParams'),
    P: PdfNumber.of(noChanges),
    V: PdfName.of('1.2'),
  })
  const reference = PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('DocMDP'),
    TransformParams: parameters,
  })
  seal.dict.set('Reference', new PdfArray([reference]))
  pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: seal.ref }))
}

/** Whether the seal is the certification signature of the document and permits no changes. */
export function isCertified(pdf: PDF): boolean {
  const resolve = resolverOf(pdf)
  const seal = sealOf(pdf)
  const certifying = pdf.getCatalog().getDict('Perms', resolve)?.getRef('DocMDP')
  const reference = resolved(seal?.dict.getArray('Reference', resolve)?.at(0), resolve)
  if (!seal || !certifying || !(reference instanceof PdfDict)) return false
  const parameters = reference.getDict('TransformParams', resolve)
  return (
    certifying.objectNumber === seal.ref.objectNumber &&
    reference.getName('TransformMethod', resolve)?.value === 'DocMDP' &&
    parameters?.getNumber('P', resolve)?.value === noChanges
  )
}

/** The dictionary of the first signature field that has one. */
function sealOf(pdf: PDF): { ref: PdfRef; dict: PdfDict } | undefined {
  const fields = pdf.getForm()?.getSignatureFields() ?? []
  for (const field of fields) {
    const ref = field.getDict().get('V')
    const dict = ref instanceof PdfRef ? pdf.getObject(ref) : null
    if (ref instanceof PdfRef && dict instanceof PdfDict) return { ref, dict }
  }
  return undefined
}
