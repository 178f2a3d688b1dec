import fp from 'fastify-plugin'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import type { EsignProviders } from './esign-providers.ts'
import { findMessage, setOutcome } from './provider-message-repository.ts'
import { fetchSigned } from './remote-documents.ts'
import { reconcile } from './remote-reconciling.ts'
import { applyState, fetchJob } from './remote-states.ts'
import { noteSealingFailure } from './sealing-failures.ts'

/** Does what a message of a provider says; its subject is the stored message. */
export const messageJob = 'provider-message'

/** Providers want to be asked about the same envelope no oftener. */
const quarter = 15 * 60_000

/** Follows what is signed elsewhere: does what messages say, fetches what is complete, asks about what waits. */
export const remoteEnvelopes = fp(
  async (app, { providers }: { providers: EsignProviders }) => {
    const { db, files } = app
    app.handleJobs(messageJob, async ({ subject_id: id }) => {
      const { states, outcome } = await findMessage(db, id)
      if (outcome !== null) return
      const outcomes: string[] = []
      for (const state of states) outcomes.push(await applyState(db, providers.main.name, state))
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
    const { name, remote } = providers.main
    if (!remote) return
    repeatWork(app, {
      every: quarter,
      work: async () => {
        const moved = await reconcile({ db, name, remote })
        if (moved > 0) app.wakeJobs()
        app.log.info({ moved }, 'asked the e-signature provider about what waits')
      },
      failure: 'the e-signature provider could not be asked about what waits',
    })
  },
  { name: 'remote-envelopes', dependencies: ['database', 'files', 'jobs', 'encryption'] },
)
