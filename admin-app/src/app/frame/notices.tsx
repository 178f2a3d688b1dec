import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { AccountNotice } from '../../features/account/account-notice'
import { AgencyNotice } from '../../features/agency/agency-notice'
import { useProgress } from '../../features/dashboard/first-steps-state'
import { FactorOffer } from '../../features/security/factor-offer'
import { isIncomplete, useEnvironment } from '../../shared/environment'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { usePermission } from '../../shared/use-permission'

/** The notices that were closed during a login. The next one shows them again. */
const useClosed = create<{ readonly token: string | undefined; readonly names: readonly string[] }>(() => ({
  token: undefined,
  names: [],
}))

interface Notice {
  readonly name: string
  readonly isDue: boolean
  readonly show: (close: () => void) => ReactNode
}

/** What the person should do sometime, one at a time: a line below the header, until it is done or closed. */
export function Notices() {
  const login = useLogin((state) => state.login)
  const { agency } = useEnvironment()
  const { pathname } = useLocation()
  const maySetAgency = usePermission('agency.write')
  const mayHaveSteps = useProgress(({ progress }) => progress !== 'done')
  const closed = useClosed()
  // The dialog that sets up the account is open: nothing else is asked beside it.
  if (login === null || login.setup === 'asked') return null
  const names = closed.token === login.token ? closed.names : []
  const notices: readonly Notice[] = [
    { name: 'account', isDue: login.setup === 'later', show: (close) => <AccountNotice onClose={close} /> },
    {
      name: 'agency',
      // The first steps on the dashboard have it. Where they are not known to be done, a notice would come late.
      isDue:
        isIncomplete(agency) &&
        maySetAgency &&
        pathname !== paths.agency &&
        !(mayHaveSteps && (pathname === paths.dashboard || pathname === '/')),
      show: (close) => <AgencyNotice onClose={close} />,
    },
    { name: 'factor', isDue: login.secondFactor === 'offered', show: () => <FactorOffer /> },
  ]
  const notice = notices.find(({ name, isDue }) => isDue && !names.includes(name))
  if (notice === undefined) return null
  const close = () => useClosed.setState({ token: login.token, names: [...names, notice.name] })
  return notice.show(close)
}
