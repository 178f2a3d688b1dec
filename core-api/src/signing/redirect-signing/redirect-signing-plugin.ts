import type { FastifyInstance } from 'fastify'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { recordSealingFailure } from '../sealing/sealing-failures.ts'
import { applyProviderState, fetchJob } from './apply-provider-state.ts'
import { fetchSigned } from './fetch-signed.ts'
import { findMessage, setOutcome } from './provider-message-repository.ts'
import { reconcile } from './reconcile.ts'

export const messageJob = 'provider-message'

export const reconcileJob = 'reconcile-envelopes'

/** Seconds between two status requests for an envelope, over all replicas: the least that DocuSign allows. */
const reconcileInterval = 15 * 60

export async function providerJobs(app: FastifyInstance): Promise<void> {
  const { db, files, esignProviders: providers } = app
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
      await recordSealingFailure(db, job, cause)
      throw cause
    }
  })
  const { name, redirect } = providers.main
  if (!redirect) return
  recurringJob(app, {
    kind: reconcileJob,
    every: reconcileInterval,
    run: async () => {
      const moved = await reconcile({ db, name, redirect })
      if (moved > 0) app.wakeJobs()
      app.log.info({ moved }, 'reconciled open envelopes with the e-signature provider')
      return { moved }
    },
    failure: 'open envelopes could not be reconciled with the e-signature provider',
  })
}
