import { init } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import * as React from 'react'
import * as ReactDOM from 'react-dom'

const shareConfig = { singleton: true, requiredVersion: '^19.0.0' }

/**
 * Makes an app that is built without the federation plugin a host of shared-ui: it shares the app's React, and the
 * federation runtime itself, which shared-ui does not bring (`experiments.externalRuntime` of its build).
 * @param name of the host's container, such as `portal_app`
 */
export function startLateHost(name: string): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  init({
    name,
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      react: { version: React.version, scope: 'default', lib: () => React, shareConfig },
      'react-dom': { version: ReactDOM.version, scope: 'default', lib: () => ReactDOM, shareConfig },
    },
  })
}
