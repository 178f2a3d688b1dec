import { Today } from '@agency/contract/today'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { startOfDay } from '../../shared/formatting'

/** What needs doing. @param day today where the reader is, and the day before, both `YYYY-MM-DD` */
export const todayQuery = (day: { readonly today: string; readonly yesterday: string }) =>
  queryOptions({
    queryKey: ['clients', 'today', day],
    queryFn: async ({ signal }) => {
      const searchParams = { date: day.today, since: startOfDay(day.yesterday) }
      return parseAnswer(Today, await api().get('clients/today', { searchParams, signal }).json())
    },
  })
