import { signature } from '@agency/test-kit/api/portal-api'
import { both, client, type DescribedCalls, staff } from './described-call.ts'

/** Envelopes, consent, filling in, signing and declining. */
export const signingCalls: DescribedCalls = {
  createEnvelope: { who: both, path: ({ forms }) => `/docusign/envelopes/${forms.template}` },
  voidSessionForm: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.template}/void`,
    body: () => ({ reason: 'Sent by mistake' }),
  },
  // Nothing has failed there.
  retrySealing: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.sign}/retry-sealing`,
    exceptions: { done: 409 },
  },
  getDisclosure: { who: client, path: ({ session }) => `/session/${session.session_code}/disclosure` },
  giveConsent: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/consent`,
    body: (_side, { disclosure: { version, sha256, language } }) => ({ version, sha256, language }),
  },
  openForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/open` },
  getSessionFormFields: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/fields` },
  saveSessionFormFields: {
    who: client,
    path: ({ forms }) => `/sessionforms/${forms.sign}/fields`,
    body: (_side, { field }) => ({ values: { [field.id]: 'Intruder' } }),
  },
  reviewForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/review`, body: () => signature },
  signForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/sign`, body: () => signature },
  declineForm: {
    who: client,
    path: ({ forms }) => `/sessionforms/${forms.decline}/decline`,
    body: () => ({ reason: 'Not mine' }),
  },
  acknowledgeForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.link}/acknowledge` },
}
