import { useEffect } from 'react'
import { SetUpPage } from '../../features/security/set-up-page'
import { useLogin } from '../../shared/login-store'
import { prepareDialogs } from '../../shared/shared-ui'
import { IdleWatch } from './idle-watch'
import { logOut } from './log-out'

/** The set-up of a second factor, in place of all screens. An idle login ends here too. */
export function RequiredSetUp() {
  const token = useLogin(({ login }) => login?.token)
  useEffect(prepareDialogs, [])
  return (
    <>
      <IdleWatch key={token} />
      <SetUpPage onLogOut={logOut} />
    </>
  )
}
