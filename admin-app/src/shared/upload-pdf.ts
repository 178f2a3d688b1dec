import type { PdfPictures } from '@agency/contract/pdf-checks'
import type { Route } from '@agency/contract/route'
import { readRefusal } from './api-error'
import { type Answer, callUpload, type UploadTo } from './call'
import { confirm } from './dialogs/dialogs'

/** From this size on, in bytes, a PDF is uploaded with the question whether its pictures could be smaller. */
const largePdf = 10 * 2 ** 20

/**
 * Uploads a PDF to be signed, as `callUpload` does. If a large one has pictures with more pixels than its pages need, staff
 * choose whether they become smaller; the file is then sent again with the answer.
 */
export async function callPdfUpload<R extends Route>(route: R, upload: UploadTo<R>): Promise<Answer<R>> {
  const file = upload.form.get('file')
  if (!(file instanceof File) || file.size <= largePdf) return callUpload(route, upload)
  const send = (pictures: PdfPictures) => callUpload(route, { ...upload, form: withPictures(upload.form, pictures) })
  try {
    return await send('ask')
  } catch (error) {
    const body = readRefusal(error)?.body
    if (body?.code !== 'PDF_PICTURES_LARGE') throw error
    const labels = { title: 'A large PDF', confirmLabel: 'Make smaller', cancelLabel: 'Keep as it is' }
    return send((await confirm(body.message, labels)) ? 'smaller' : 'keep')
  }
}

/** The same form with what becomes of pictures, before the file, which is the last part. */
function withPictures(form: FormData, pictures: PdfPictures): FormData {
  const answered = new FormData()
  answered.set('pictures', pictures)
  for (const [name, value] of form) answered.append(name, value)
  return answered
}
