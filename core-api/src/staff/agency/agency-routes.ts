import { createHash } from 'node:crypto'
import { AgencySettings, largestLogo, PublicAgency, UpdateAgency } from '@agency/contract/agency'
import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { typeOfLogo } from '../../platform/agency/logo.ts'
import { themeFor } from '../../platform/agency/theme.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { NotFound } from '../../platform/errors.ts'
import { readForm } from '../../platform/files/uploads/read-form.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { changeAgency, changeLogo, getAgencySettings } from './agency-service.ts'

const tags = ['service']
const managing = { allow: ['admin'], permission: 'agency.write', subject: 'none' } as const
const everybody = { allow: ['nobody', 'session', 'admin'], permission: 'account', subject: 'none' } as const

/** The stylesheet of a colour, under a name with a hash of its content. Computed once for each colour. */
const themes = new Map<string, { file: string; css: string }>()
function themeOf(color: string) {
  const known = themes.get(color)
  if (known) return known
  const css = themeFor(color)
  const theme = { file: `theme-${createHash('sha256').update(css).digest('base64url').slice(0, 10)}.css`, css }
  themes.clear()
  themes.set(color, theme)
  return theme
}

export const agencyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, agency } = app
  const contextOf = (request: FastifyRequest) => ({ db, agency, principal: asAdmin(request.principal) })

  route(app, 'GET /agency', {
    config: everybody,
    schema: {
      tags,
      operationId: 'getAgency',
      summary: 'Name and looks of the agency',
      response: { 200: PublicAgency },
    },
    handler: async () => {
      const { name, phone, website, logo_file: logo, color } = await agency.read()
      return { name, phone, website, logo, theme: color && themeOf(color).file }
    },
  })

  route(app, 'GET /agency/:file', {
    config: everybody,
    schema: {
      tags,
      operationId: 'getAgencyFile',
      summary: 'The agency’s logo, or the stylesheet of its colour, by the name that the agency has for it',
      params: Strict({ file: Type.String({ maxLength: 60 }) }),
      response: { 200: fileAnswer('*/*'), ...failures(404) },
    },
    handler: async ({ params }, reply) => {
      const { color } = await agency.read()
      const theme = color === null ? undefined : themeOf(color)
      if (params.file === theme?.file) return sendForever(reply, 'text/css; charset=utf-8', theme.css)
      const logo = await agency.readLogo(params.file)
      if (!logo) throw new NotFound()
      return sendForever(reply, typeOfLogo(params.file), logo)
    },
  })

  route(app, 'GET /agency-settings', {
    config: managing,
    schema: {
      tags,
      operationId: 'getAgencySettings',
      summary: 'What is set of the agency',
      response: { 200: { ...AgencySettings, ...etag } },
    },
    handler: async (_request, reply) => withEtag(reply, await getAgencySettings(agency)),
  })

  route(app, 'PATCH /agency-settings', {
    config: managing,
    schema: {
      tags,
      operationId: 'updateAgencySettings',
      summary: 'Change name, contact, looks or sender of the agency; in force at once',
      headers: IfMatch,
      body: UpdateAgency,
      response: { 200: { ...AgencySettings, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) =>
      withEtag(reply, await changeAgency(contextOf(request), request.body, readIfMatch(request))),
  })

  route(app, 'POST /agency-settings/logo', {
    config: { ...managing, form: { fields: Type.Object({}), part: 'file', many: false } },
    schema: {
      tags,
      operationId: 'setAgencyLogo',
      summary: 'Replace the logo of the agency: SVG, PNG, JPEG or WebP',
      response: { 200: { ...AgencySettings, ...etag }, ...failures(413, 415, 422, 503) },
    },
    handler: async (request, reply) => {
      const tooLarge = `This file is larger than ${largestLogo / 1024} kB: make the picture smaller, and choose it again.`
      const { file } = await readForm(request, { limit: largestLogo, tooLarge })
      return withEtag(reply, await changeLogo(contextOf(request), file))
    },
  })
}

const sendForever = (reply: FastifyReply, type: string, content: string | Buffer) =>
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    // An SVG that is opened by itself must not run as a page of this origin.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(type)
    .send(content)
