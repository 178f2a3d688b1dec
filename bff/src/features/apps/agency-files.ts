import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readLogo } from './logo.ts'
import { themeFor } from './theme.ts'

/** A file made from the settings. Its name contains a hash of its content. */
interface AgencyFile {
  name: string
  type: string
  content: Buffer
}

/** The agency's branding: a logo, and a stylesheet with its colours. */
export interface AgencyFiles {
  logo?: AgencyFile
  theme?: AgencyFile
}

function fileOf(stem: string, extension: string, type: string, content: Buffer): AgencyFile {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
  return { name: `${stem}-${hash}${extension}`, type, content }
}

/**
 * Reads the logo and makes the stylesheet.
 * @param settings path of the logo, colour as `#rrggbb`
 * @throws with a message for the operator if the logo is not usable
 */
export function makeAgencyFiles(settings: { logo?: string | undefined; color?: string | undefined }): AgencyFiles {
  const files: AgencyFiles = {}
  if (settings.logo) {
    const { content, extension, type } = readLogo(settings.logo)
    files.logo = fileOf('logo', extension, type, content)
  }
  if (settings.color) {
    files.theme = fileOf('theme', '.css', 'text/css; charset=utf-8', Buffer.from(themeFor(settings.color)))
  }
  return files
}

/** The path of such a file. @param base `/admin` or `/session` */
export const urlOf = (base: string, { name }: AgencyFile): string => `${base}/_api/agency/${name}`

/** Serves the branding files without a login, since the login screens show them. */
export function serveAgencyFiles(app: FastifyInstance, base: string, files: AgencyFiles): void {
  for (const file of Object.values(files)) {
    app.get(urlOf(base, file), (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // An SVG that is opened by itself must not run as a page of this origin.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(file.type)
        .send(file.content),
    )
  }
}
