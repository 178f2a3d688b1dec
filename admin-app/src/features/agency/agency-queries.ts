import { agencyApi } from '@agency/contract/agency'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { apiAddress } from '../../shared/api'
import { call, callQuery } from '../../shared/call'
import { ShowAgencyContext } from '../../shared/environment'

/** What is set of the agency. */
export const agencyQuery = callQuery(['agency-settings'], agencyApi.settings)

export const agencyFile = (file: string): string => apiAddress(`agency/${file}`)

/** Shows the agency everywhere in this page as it is set now, after a change. */
export function useShowChange(): () => Promise<void> {
  const queryClient = useQueryClient()
  const show = useContext(ShowAgencyContext)
  return async () => {
    await queryClient.invalidateQueries({ queryKey: agencyQuery.queryKey })
    const { name, phone, website, logo, theme } = await call(agencyApi.read)
    show({ name, phone, website, logo: logo && agencyFile(logo) })
    showTheme(theme)
  }
}

/** Replaces the stylesheet of the agency's colour, which the server writes into the head. */
function showTheme(theme: string | null): void {
  const current = document.head.querySelector('link[href*="/agency/theme-"]')
  if (theme === null) {
    current?.remove()
    return
  }
  const link = current ?? document.head.appendChild(document.createElement('link'))
  link.setAttribute('rel', 'stylesheet')
  link.setAttribute('href', agencyFile(theme))
}
