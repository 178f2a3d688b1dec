import fp from 'fastify-plugin'
import { repeatWork } from '../../../platform/jobs/repeat-work.ts'
import type { EsignProviders } from '../providers/esign-providers.ts'
import { noteSealingFailure } from '../sealing/sealing-failures.ts'
import { applyProviderState, fetchJob } from './apply-provider-state.ts'
import { fetchSigned } from './fetch-signed.ts'
import { findMessage, setOutcome } from './provider-message-repository.ts'
import { reconcile } from './reconcile.ts'

/** The job that applies a message of a provider; its subject is the stored message. */
export const messageJob = 'provider-message'

/** DocuSign allows a status request for the same envelope no more often. */
const reconcileInterval = 15 * 60_000

/** Redirect signing in the background: applies webhook messages, fetches signed documents, reconciles open envelopes. */
export const redirectSigning = fp(
  async (app, { providers }: { providers: EsignProviders }) => {
    const { db, files } = app
    app.handleJobs(messageJob, async ({ subject_id: id }) => {
      const { states, outcome } = await findMessage(db, id)
      if (outcome !== null) return
      const outcomes: string[] = []
      for (const state of states) outcomes.push(await applyProviderState(db, providers.main.name, state))
      await setOutcome(db, id, outcomes.join(', ') || 'nothing to do')
      app.wakeJobs()
    })
    app.handleJobs(fetchJob, async (job) => {
      try {
        await fetchSigned({ db, files, cipher: app.cipher, providers }, job.subject_id)
      } catch (cause) {
        await noteSealingFailure(db, job, cause)
        throw cause
      }
    })
    const { name, redirect } = providers.main
    if (!redirect) return
    repeatWork(app, {
      every: reconcileInterval,
      work: async () => {
        const moved = await reconcile({ db, name, redirect })
        if (moved > 0) app.wakeJobs()
        app.log.info({ moved }, 'reconciled open envelopes with the e-signature provider')
      },
      failure: 'open envelopes could not be reconciled with the e-signature provider',
    })
  },
  { name: 'redirect-signing', dependencies: ['database', 'files', 'jobs', 'encryption'] },
)
