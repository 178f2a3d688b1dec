import type { FormField } from '@agency/contract/form-fields'
import type { PdfLoss, PdfLossOnPage, PdfPictures } from '@agency/contract/pdf-checks'
import type { Inspection, InspectOptions, PdfUse } from '@agency/pdf-signing/inspect-pdf'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import { PdfRefused, PdfTaskFailed, type PdfTaskFailureCode } from '@agency/pdf-signing/pdf-errors'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import type { Stamped, StampInput } from '@agency/pdf-signing/stamp-pdf'
import {
  PdfChecksBusy,
  PdfNotAccepted,
  PdfPasswordNeeded,
  PdfPasswordWrong,
  PdfPicturesLarge,
} from '../../platform/errors.ts'
import type { FileDescription } from '../../platform/files/file-service.ts'
import type { ImportedForm } from '../form-fields/imported-form.ts'

/** The plain copy that is stored, shown and sealed in place of the upload, and the fields of its own form. */
export interface CheckedPdf {
  bytes: Uint8Array
  description: Required<FileDescription>
  pages: number
  /** The fields of its own form, and what staff are told about them; none of a PDF to read. */
  form: ImportedForm
  /** What it lacks of the upload, as staff have accepted. */
  losses: PdfLossOnPage[]
}

/** What was uploaded. The password is used once: it is not stored, not logged, and not part of any answer. */
export interface UploadedPdf {
  bytes: Uint8Array
  password?: string | undefined
  pictures?: PdfPictures | undefined
  accepted?: PdfLoss[] | undefined
}

export type TakenPdf =
  | ({ isChecked: true } & CheckedPdf)
  | { isChecked: false; makeSmaller: boolean; accepted: PdfLoss[]; bytes: Uint8Array; description: FileDescription }

/** Uploads up to this size are checked while the dialog waits: the check takes less than a second. */
const prompt = { pages: 40, bytes: 5 * 2 ** 20 }

/** A job's PDF process failed with an upload. The document may be the cause, or the machine. */
export class PdfProcessFailed extends Error {
  override readonly name: string = 'PdfProcessFailed'
  /** The refusal that staff see if this happens too often. */
  readonly refusal: PdfNotAccepted

  constructor(cause: PdfTaskFailed) {
    super(cause.message, { cause })
    this.refusal = tooComplex(cause)
  }
}

/** The process was killed: by the kernel, for the memory of the whole machine, or by an operator. */
export class PdfProcessKilled extends PdfProcessFailed {
  override readonly name = 'PdfProcessKilled'
}

/** Failures in which no process worked on the document, or the service ended it. The document is not the cause. */
const notInProcess = new Set<PdfTaskFailureCode>(['PDF_QUEUE_FULL', 'PDF_WORKER_NOT_STARTED', 'PDF_WORKER_CLOSED'])

/** Accepts only PDFs that pass a trial of the whole signing pipeline, and makes plain copies of them. */
export class PdfIntake {
  readonly #worker: PdfWorker

  constructor(worker: PdfWorker) {
    this.#worker = worker
  }

  /** @throws PdfNotAccepted in words for staff, also if its process was killed twice; PdfChecksBusy */
  async inspect(bytes: Uint8Array, options: InspectOptions = { use: 'read' }): Promise<CheckedPdf> {
    return checkedPdf(await triedAgain(() => this.#worker.inspect(bytes, options)))
  }

  /** The job is repeated after a pause if its process fails. @throws PdfProcessFailed; otherwise as `inspect` */
  async inspectInJob(bytes: Uint8Array, options: Omit<InspectOptions, 'password'>): Promise<CheckedPdf> {
    return checkedPdf(await this.#worker.inspect(bytes, options).catch(forJob))
  }

  /** A larger one is to be accepted by `inspect` in a job. @throws as `inspect`; PdfPassword…; PdfPicturesLarge */
  async takeIn({ bytes, password, pictures: wanted, accepted = [] }: UploadedPdf, use: PdfUse): Promise<TakenPdf> {
    const pictures = wanted === 'keep' ? undefined : wanted
    const options = { use, password, pictures, accepted }
    const found = await triedAgain(() => this.#worker.inspectPrompt(bytes, prompt, options))
    if (!('plain' in found)) {
      if (found.smaller !== undefined) throw new PdfPicturesLarge({ now: bytes.length, smaller: found.smaller })
      const description = { mimeType: 'application/pdf' }
      return { isChecked: false, makeSmaller: pictures === 'smaller', accepted, bytes, description }
    }
    return { isChecked: true, ...checkedPdf(found) }
  }

  /** @throws as `inspect`: a PDF that an earlier version accepted may exceed the limits of this one */
  measure(bytes: Uint8Array): Promise<PageSize[]> {
    return triedAgain(() => this.#worker.measure(bytes))
  }

  /** @throws as `inspectInJob` */
  measureInJob(bytes: Uint8Array): Promise<PageSize[]> {
    return this.#worker.measure(bytes).catch(forJob)
  }

  /** @param placed fields that it has; nothing is proposed over them @throws as `inspect` */
  async propose(bytes: Uint8Array, placed: readonly FormField[]): Promise<FormField[]> {
    const fields = await triedAgain(() => this.#worker.propose(bytes))
    return fields.filter((field) => !placed.some((other) => isOver(field, other)))
  }

  /** Fills in an accepted PDF for its signer to review. @throws as `inspect` */
  stamp(input: StampInput): Promise<Stamped> {
    return triedAgain(() => this.#worker.stamp(input))
  }
}

const isOver = (field: FormField, other: FormField): boolean =>
  field.page === other.page &&
  field.x < other.x + other.width &&
  other.x < field.x + field.width &&
  field.y < other.y + other.height &&
  other.y < field.y + field.height

function checkedPdf({ pages, fields, notes, plain, sha256, losses: found }: Inspection): CheckedPdf {
  const losses = found.map(asSent)
  const description = { mimeType: 'application/pdf', pages, originalSha256: sha256, losses }
  return { bytes: plain, description, pages, form: { fields, notes }, losses }
}

const asSent = ({ what: loss, page }: PdfRefused['acceptable'][number]): PdfLossOnPage => ({ loss, page })

const wasKilled = (error: unknown): error is PdfTaskFailed =>
  error instanceof PdfTaskFailed && error.code === 'PDF_KILLED'

/** Runs a task for a request, and once more if its process is killed. */
function triedAgain<Result>(task: () => Promise<Result>): Promise<Result> {
  return task()
    .catch((error: unknown) => (wasKilled(error) ? task() : Promise.reject(error)))
    .catch(forStaff)
}

function tooComplex(cause: PdfTaskFailed): PdfNotAccepted {
  const refused = new PdfRefused('PDF_TOO_COMPLEX', { cause })
  return new PdfNotAccepted(refused.message, refused)
}

function forJob(error: unknown): never {
  if (wasKilled(error)) throw new PdfProcessKilled(error)
  if (error instanceof PdfTaskFailed && !notInProcess.has(error.code)) throw new PdfProcessFailed(error)
  throw asForStaff(error)
}

function forStaff(error: unknown): never {
  throw wasKilled(error) ? tooComplex(error) : asForStaff(error)
}

function asForStaff(error: unknown): unknown {
  if (error instanceof PdfRefused) {
    if (error.code === 'PDF_PASSWORD_NEEDED') return new PdfPasswordNeeded(error.message, error)
    if (error.code === 'PDF_PASSWORD_WRONG') return new PdfPasswordWrong(error.message, error)
    return new PdfNotAccepted(error.message, error, error.acceptable.map(asSent))
  }
  const isBusy = error instanceof PdfTaskFailed && (error.code === 'PDF_QUEUE_FULL' || error.code === 'PDF_STALLED')
  return isBusy ? new PdfChecksBusy({ cause: error }) : error
}
