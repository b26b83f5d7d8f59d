import type { FastifyInstance } from 'fastify'
import { user } from '#contract/masters/user.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import type { Job } from '#server/kernel/jobs/job.ts'
import { serveMaster } from '#server/masters/mount-master.ts'
import { createPlatformChangeJob } from '#server/masters/platform-change-job.ts'
import { serveCatalogue } from './catalogue/serve-catalogue.ts'
import { roleCalls, roleHandlers, userHandlers } from './people/handlers.ts'
import { SERVED_MASTERS } from './served-masters.ts'

/**
 * Mounts every declared master: by its declaration and hooks (master-hooks.ts), or where it is named in
 * MASTERS_WITH_HANDLERS, by handlers of its own: `serveCalls(app, user.calls, userHandlers)`, one line each below.
 */
export function serveMasters(app: FastifyInstance): void {
  for (const mounted of SERVED_MASTERS) serveMaster(app, mounted)
  serveCatalogue(app)
  serveCalls(app, roleCalls, roleHandlers)
  serveCalls(app, user.calls, userHandlers)
}

/** Brings changes of the platform's records to every client. */
export const masterJobs = ({ kernel }: FastifyInstance): Job[] => [
  createPlatformChangeJob(
    kernel,
    SERVED_MASTERS.map(({ master }) => master),
  ),
]
