import type { Language } from '@agency/contract/esign'
import {
  MessagePreview,
  MessageTemplate,
  MessageTemplateSummary,
  type MessageTexts,
  TestMessageAnswer,
} from '@agency/contract/message-templates'
import type { MessageKind } from '@agency/contract/messages'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

/** Prefix of all query keys about message templates. */
export const templatesKey = ['message-templates'] as const

/** The templates of all kinds of messages. */
export const templatesQuery = queryOptions({
  queryKey: [...templatesKey, 'list'],
  queryFn: async ({ signal }) =>
    parseAnswer(Type.Array(MessageTemplateSummary), await api().get('message-templates', { signal }).json()),
})

interface TemplateKey {
  readonly kind: MessageKind
  readonly language: Language
}

const pathOf = ({ kind, language }: TemplateKey): string => `message-templates/${kind}/${language}`

/** One template with its versions. */
export const templateQuery = ({ kind, language }: TemplateKey) =>
  queryOptions({
    queryKey: [...templatesKey, kind, language],
    queryFn: async ({ signal }) =>
      parseAnswer(MessageTemplate, await api().get(pathOf({ kind, language }), { signal }).json()),
  })

/** What texts would look like. The last preview stays on the screen while the next is loaded, or if it is refused. */
export const previewQuery = ({ kind, language }: TemplateKey, texts: MessageTexts) =>
  queryOptions({
    queryKey: [...templatesKey, kind, language, 'preview', texts],
    queryFn: async ({ signal }) =>
      parseAnswer(
        MessagePreview,
        await api()
          .post(`${pathOf({ kind, language })}/preview`, { json: texts, signal })
          .json(),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Stores a new version. @throws HTTPError EDIT_CONFLICT; INVALID_INPUT that names a wrong placeholder */
export async function updateTemplate(template: MessageTemplate, texts: MessageTexts): Promise<MessageTemplate> {
  const options = { json: texts, headers: ifMatch(template.version) }
  return parseAnswer(MessageTemplate, await api().put(pathOf(template), options).json())
}

/** Resets a template to its default texts. @throws HTTPError EDIT_CONFLICT */
export async function resetTemplate(template: MessageTemplate): Promise<MessageTemplate> {
  const headers = ifMatch(template.version)
  return parseAnswer(MessageTemplate, await api().delete(pathOf(template), { headers }).json())
}

/** Sends the stored texts to the person's own address. @throws HTTPError WRONG_STATE without an address */
export async function sendTestMessage(key: TemplateKey): Promise<TestMessageAnswer> {
  return parseAnswer(
    TestMessageAnswer,
    await api()
      .post(`${pathOf(key)}/test`)
      .json(),
  )
}
