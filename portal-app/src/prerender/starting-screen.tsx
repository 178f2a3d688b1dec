import { agencyPhone, agencyTelephone, environment } from '../shared/environment.ts'

interface StartingScreenProps {
  readonly notice: string
  /** Why the passcode has to be entered again, which the link `retry` leads to. */
  readonly fault?: string
  readonly retry?: string
}

/** The shape of a screen that needs script, and for a browser without script what it needs. */
export function StartingScreen({ notice, fault, retry }: StartingScreenProps) {
  return (
    <>
      <div className="starting needs-script" aria-hidden="true">
        <div className="starting-header">
          <span className="skeleton" />
        </div>
        <div className="starting-bar" />
        <div className="starting-content">
          <span className="skeleton" />
          <div className="card">
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        </div>
      </div>
      <noscript>
        <main className="starting-content">
          <h1>{environment.agency.name}</h1>
          {fault && (
            <p className="notice" data-tone="danger">
              {fault} <a href="./">{retry}</a>
            </p>
          )}
          <p className="notice" data-tone="warning">
            {notice}{' '}
            <a href={agencyTelephone} data-phone={agencyPhone}>
              {agencyPhone}
            </a>
          </p>
        </main>
      </noscript>
    </>
  )
}
