import type { FastifyInstance } from 'fastify'
import { commissionCalls } from '#contract/calls/commissions.ts'
import { importCalls } from '#contract/calls/excel-import.ts'
import { departmentCalls } from '#contract/masters/department.ts'
import { serviceCalls } from '#contract/masters/service.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { commissionHandlers } from './commission-handlers.ts'
import { departmentHandlers } from './department-info.ts'
import { importRefDoctors } from './ref-doctors-import.ts'
import { importServices } from './service-import.ts'
import { serviceHandlers } from './service-list.ts'

/** What departments, services and commissions have beside the calls of every master. */
export function serveCatalogue(app: FastifyInstance): void {
  serveCalls(app, departmentCalls, departmentHandlers)
  serveCalls(app, serviceCalls, serviceHandlers)
  serveCalls(app, commissionCalls, commissionHandlers)
  serveCalls(app, importCalls, { services: importServices, refDoctors: importRefDoctors })
}
