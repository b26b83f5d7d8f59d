import type { FastifyInstance } from 'fastify'
import { masterFaultCalls } from '#contract/calls/master-faults.ts'
import { queScreenCalls } from '#contract/masters/que-screen.ts'
import { user } from '#contract/masters/user.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import type { Job } from '#server/kernel/jobs/job.ts'
import { serveMaster } from '#server/masters/mount-master.ts'
import { createPlatformChangeJob } from '#server/masters/platform-change-job.ts'
import { serveCatalogue } from './catalogue/serve-catalogue.ts'
import { serveConsentForms } from './consent-forms/handlers.ts'
import { demandMasterKeeper, masterFaultHandlers } from './masters-health/handlers.ts'
import { roleCalls, roleHandlers, userDemands, userHandlers } from './people/handlers.ts'
import { demandRoles } from './people/save-role.ts'
import { servePlatform } from './platform/serve-platform.ts'
import { queScreenDemands, queScreenHandlers } from './que-screens/handlers.ts'
import { SERVED_MASTERS } from './served-masters.ts'
import { acceptTemplateForms } from './templates/read-template-form.ts'

/**
 * Mounts every declared master: by its declaration and hooks (master-hooks.ts), or, if it is in
 * MASTERS_WITH_HANDLERS, by its own handlers: `serveCalls(app, user.calls, userHandlers)`, one line each below.
 */
export function serveMasters(app: FastifyInstance): void {
  acceptTemplateForms(app)
  for (const mounted of SERVED_MASTERS) serveMaster(app, mounted)
  serveCatalogue(app)
  serveConsentForms(app)
  serveCalls(app, queScreenCalls, queScreenHandlers, queScreenDemands)
  serveCalls(app, roleCalls, roleHandlers, demandRoles)
  serveCalls(app, user.calls, userHandlers, userDemands)
  serveCalls(app, masterFaultCalls, masterFaultHandlers, demandMasterKeeper)
  servePlatform(app)
}

/** Returns the jobs that announce changes of the platform's records to every client. */
export const masterJobs = ({ kernel }: FastifyInstance): Job[] => [
  createPlatformChangeJob(
    kernel,
    SERVED_MASTERS.map(({ master }) => master),
  ),
]
