import type { Language } from '@agency/contract/esign'
import { type MessageTexts, messageTemplateApi } from '@agency/contract/message-templates'
import type { MessageKind } from '@agency/contract/messages'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../shared/call'

export const templatesKey = ['message-templates'] as const

export const templatesQuery = callQuery([...templatesKey, 'list'], messageTemplateApi.list)

interface TemplateKey {
  readonly kind: MessageKind
  readonly language: Language
}

export const templateQuery = ({ kind, language }: TemplateKey) =>
  callQuery([...templatesKey, kind, language], messageTemplateApi.one, { params: { kind, language } })

/** What texts would look like. The last preview stays on the screen while the next is loaded, or if it is refused. */
export const previewQuery = ({ kind, language }: TemplateKey, body: MessageTexts) =>
  queryOptions({
    ...callQuery([...templatesKey, kind, language, 'preview', body], messageTemplateApi.preview, {
      params: { kind, language },
      body,
    }),
    placeholderData: keepPreviousData,
    retry: false,
  })
