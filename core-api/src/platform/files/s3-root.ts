import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text as readAll } from 'node:stream/consumers'
import { CopyObjectCommand, DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { type FileRoot, MissingFile } from './file-store.ts'
import { isMissing, storeError } from './s3-errors.ts'
import { S3Store } from './s3-store.ts'

export class S3Root implements FileRoot {
  readonly description: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  /** @param prefix of every key, such as `agency/`; may be empty */
  constructor(client: S3Client, { bucket, prefix }: { bucket: string; prefix: string }) {
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
    this.description = prefix ? `the bucket ${bucket} under ${prefix}` : `the bucket ${bucket}`
  }

  folder(name: string): S3Store {
    return new S3Store(this.#client, { bucket: this.#bucket, prefix: `${this.#prefix}${name}/` })
  }

  async foldersIn(name: string): Promise<string[]> {
    const prefix = `${this.#prefix}${name}/`
    const query = { Bucket: this.#bucket, Prefix: prefix, Delimiter: '/' }
    const names: string[] = []
    try {
      for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client: this.#client }, query)) {
        for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(prefix.length, -1))
      }
    } catch (error) {
      throw storeError(error)
    }
    return names
  }

  /** Copies, then deletes. Between the two the file is in both folders. */
  async move(id: string, from: string, to: string): Promise<boolean> {
    const source = `${this.#prefix}${from}/${id}`
    const CopySource = [this.#bucket, ...source.split('/')].map(encodeURIComponent).join('/')
    try {
      await this.#client.send(
        new CopyObjectCommand({ Bucket: this.#bucket, Key: `${this.#prefix}${to}/${id}`, CopySource }),
      )
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: source }))
    } catch (error) {
      if (isMissing(error)) return false
      throw storeError(error)
    }
    return true
  }

  async readText(name: string): Promise<string | undefined> {
    try {
      return await readAll(this.#texts().open(name))
    } catch (error) {
      if (error instanceof MissingFile) return undefined
      throw error
    }
  }

  writeText(name: string, text: string): Promise<void> {
    return this.#texts().put(name, [Readable.from([Buffer.from(text)])])
  }

  async probe(): Promise<void> {
    const written = randomBytes(64)
    const name = `probe-${written.toString('hex', 0, 8)}`
    await this.#texts().put(name, [Readable.from([written])])
    const read = await buffer(this.#texts().open(name))
    await this.#client
      .send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: `${this.#prefix}${name}` }))
      .catch((error) => {
        throw storeError(error)
      })
    if (!read.equals(written)) throw new Error('The bucket returned other bytes than were written')
  }

  #texts(): S3Store {
    return new S3Store(this.#client, { bucket: this.#bucket, prefix: this.#prefix })
  }
}
