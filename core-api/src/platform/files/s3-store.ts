import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileStore, UnfinishedWrite } from './file-store.ts'
import { isMissing, readError, storeError } from './s3-errors.ts'

/** Bytes of one part (S3 takes no smaller ones), and how many are on their way at once: an upload takes this much memory. */
const partSize = 5 * 2 ** 20
const queueSize = 2

export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  /** @param prefix what every key begins with, such as `files/`, or nothing */
  constructor(client: S3Client, { bucket, prefix }: { bucket: string; prefix: string }) {
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    const body = new PassThrough()
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(id), Body: body, ContentType: 'application/octet-stream' },
      partSize,
      queueSize,
    })
    const sent = upload.done().catch((error) => {
      const failure = storeError(error)
      body.destroy(failure)
      throw failure
    })
    // Waits for both: a failure is thrown after the uploaded parts have been removed.
    const [given, taken] = await Promise.allSettled([pipeline([...streams, body]), sent])
    for (const { reason } of [given, taken].filter((outcome) => outcome.status === 'rejected')) throw reason
  }

  open(id: string): Readable {
    return Readable.from(this.#read(id), { objectMode: false })
  }

  async *#read(id: string): AsyncGenerator<Buffer> {
    try {
      const { Body: body } = await this.#client.send(new GetObjectCommand(this.#object(id)))
      if (!(body instanceof Readable)) throw new Error('The store answered without the object')
      yield* body
    } catch (error) {
      throw readError(error)
    }
  }

  async storedAt(id: string): Promise<Date | undefined> {
    try {
      return (await this.#client.send(new HeadObjectCommand(this.#object(id)))).LastModified
    } catch (error) {
      if (isMissing(error)) return undefined
      throw storeError(error)
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#object(id)))
    } catch (error) {
      throw storeError(error)
    }
    await this.removeUnfinished(id)
  }

  async removeUnfinished(id: string): Promise<void> {
    try {
      for await (const { Key, UploadId } of this.#unfinished(this.#object(id).Key)) {
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
      }
    } catch (error) {
      throw storeError(error)
    }
  }

  async *ids(): AsyncGenerator<string> {
    try {
      const query = { Bucket: this.#bucket, Prefix: this.#prefix }
      for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, query)) {
        for (const { Key = '' } of Contents) yield Key.slice(this.#prefix.length)
      }
    } catch (error) {
      throw storeError(error)
    }
  }

  /** S3 tells when an upload began, and not when its last part came. */
  async *unfinished(): AsyncGenerator<UnfinishedWrite> {
    try {
      for await (const { Key, since } of this.#unfinished(this.#prefix)) {
        yield { id: Key.slice(this.#prefix.length), since }
      }
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Uploads under way, or left behind by a process that ended: their parts are stored, but no object is. */
  async *#unfinished(prefix: string) {
    let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (after) {
      const query = { Bucket: this.#bucket, Prefix: prefix, ...after }
      const page: ListMultipartUploadsCommandOutput = await this.#client.send(new ListMultipartUploadsCommand(query))
      for (const { Key = '', UploadId, Initiated: since = new Date() } of page.Uploads ?? []) {
        yield { Key, UploadId, since }
      }
      after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
    }
  }

  #object(id: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${id}` }
  }
}
