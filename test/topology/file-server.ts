import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { deployFiles, startFileServer, type WebServer } from '@agency/test-kit/nginx/web-server'
import type { Part } from '../../scripts/parts.ts'
import { root } from '../../scripts/repository.ts'

/** One of the file servers of a part, on a port of its own, which is replaced as a container is: stopped, and started anew. */
export class FileServer {
  readonly name: Part
  readonly port: number
  readonly #directory: string
  readonly #files: string
  #server: WebServer | undefined

  /** @param files the volume, which all servers of the part share */
  constructor(name: Part, port: number, { directory, files }: { directory: string; files: string }) {
    this.name = name
    this.port = port
    this.#directory = directory
    this.#files = files
  }

  /** As the image does: puts its build into the volume, and serves that. */
  async start(): Promise<void> {
    mkdirSync(this.#files, { recursive: true })
    const build = join(root, this.name, 'dist')
    deployFiles(build, this.#files)
    this.#server = await startFileServer(this.#directory, this.#files, this.port)
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }
}
