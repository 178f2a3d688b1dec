import { type GlobalForm, GlobalFormList } from '@agency/contract/global-forms'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer, UnexpectedAnswerError } from './answer'
import { api } from './api'

/** The forms library. */
export const globalFormsQuery = queryOptions({
  queryKey: ['global-forms'],
  queryFn: async ({ signal }): Promise<GlobalForm[]> => {
    const answer = parseAnswer(GlobalFormList, await api().get('global-forms', { signal }).json())
    if (!answer.success) throw new UnexpectedAnswerError('The forms were not given.')
    return answer.forms
  },
})
