import type { PdfLossOnPage, PdfPictures } from '@agency/contract/pdf-checks'
import type { Route } from '@agency/contract/route'
import { readRefusal } from './api-error'
import { type Answer, callUpload, type UploadTo } from './call'
import { confirm } from './dialogs/dialogs'
import { askAboutLosses, kindsOf, type LossQuestion, readLosses } from './pdf-checks/ask-about-losses'

/** From this size on, in bytes, a PDF is uploaded with the question whether its pictures could be smaller. */
const largePdf = 10 * 2 ** 20

/** Uploads as `callUpload`, and sends the file again with what staff choose about large pictures and losses. */
export async function callPdfUpload<R extends Route>(route: R, upload: UploadTo<R>): Promise<Answer<R>> {
  const file = upload.form.get('file')
  let pictures: PdfPictures | undefined = file instanceof File && file.size > largePdf ? 'ask' : undefined
  let accepted: readonly PdfLossOnPage[] = []
  for (;;) {
    try {
      const answers = {
        ...(pictures && { pictures }),
        ...(accepted.length > 0 && { accept_loss: kindsOf(accepted).join(',') }),
      }
      return await callUpload(route, { ...upload, form: withAnswers(upload.form, answers) })
    } catch (error) {
      const large: string | undefined = pictures === 'ask' ? picturesQuestion(error) : undefined
      const lost = readLosses(error)
      if (large !== undefined) pictures = (await confirm(large, pictureLabels)) ? 'smaller' : 'keep'
      else if (lost !== null && (await askAboutLosses({ ...lost, ...comparable(upload.form) })))
        accepted = [...accepted, ...lost.losses]
      else throw error
    }
  }
}

/** What staff compare: the file, and what its copy depends on. */
function comparable(form: FormData): Pick<LossQuestion, 'uploaded' | 'fields'> {
  const sent = ['requires_signature', 'pdf_password'].flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  const uploaded = async () => {
    const file = form.get('file')
    if (file instanceof File) return file
    throw new TypeError('No file was sent')
  }
  return { uploaded, fields: Object.fromEntries(sent) }
}

const pictureLabels = { title: 'A large PDF', confirmLabel: 'Make smaller', cancelLabel: 'Keep as it is' }

function picturesQuestion(error: unknown): string | undefined {
  const body = readRefusal(error)?.body
  return body?.code === 'PDF_PICTURES_LARGE' ? body.message : undefined
}

/** The same form with answers, before the file, which is the last part. */
function withAnswers(form: FormData, answers: Readonly<Record<string, string>>): FormData {
  const answered = new FormData()
  for (const [name, value] of Object.entries(answers)) answered.set(name, value)
  for (const [name, value] of form) answered.append(name, value)
  return answered
}
