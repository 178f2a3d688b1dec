import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readLogo } from './logo.ts'
import { themeOf } from './theme.ts'

/** A file made of this deployment's settings; its name changes with its content. */
interface AgencyFile {
  name: string
  type: string
  content: Buffer
}

/** What a deployment brings of its own: a logo, and a style sheet with its colours. */
export interface AgencyFiles {
  logo?: AgencyFile
  theme?: AgencyFile
}

function fileOf(stem: string, extension: string, type: string, content: Buffer): AgencyFile {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
  return { name: `${stem}-${hash}${extension}`, type, content }
}

/**
 * @param settings path of the logo, colour as `#rrggbb`
 * @throws with a sentence when the logo cannot be one
 */
export function makeAgencyFiles(settings: { logo?: string | undefined; color?: string | undefined }): AgencyFiles {
  const files: AgencyFiles = {}
  if (settings.logo) {
    const { content, extension, type } = readLogo(settings.logo)
    files.logo = fileOf('logo', extension, type, content)
  }
  if (settings.color) {
    files.theme = fileOf('theme', '.css', 'text/css; charset=utf-8', Buffer.from(themeOf(settings.color)))
  }
  return files
}

/** Where a page finds such a file. @param base `/admin` or `/session` */
export const addressOf = (base: string, { name }: AgencyFile): string => `${base}/_api/agency/${name}`

/** Serves the files of a deployment to anyone: they are on the first screen. */
export function serveAgencyFiles(app: FastifyInstance, base: string, files: AgencyFiles): void {
  for (const file of Object.values(files)) {
    app.get(addressOf(base, file), (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Opened by itself, a picture must not act as a page of ours.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(file.type)
        .send(file.content),
    )
  }
}
