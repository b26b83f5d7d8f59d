import type { FastifyInstance } from 'fastify'
import { commissionCalls } from '#contract/calls/commissions.ts'
import { importCalls } from '#contract/calls/excel-import.ts'
import { departmentCalls } from '#contract/masters/department.ts'
import { service, serviceCalls } from '#contract/masters/service.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { demandRead } from '#server/masters/rights.ts'
import { commissionHandlers, demandReferralDoctors } from './commission-handlers.ts'
import { departmentDemands, departmentHandlers } from './department-info.ts'
import { demandRefDoctorImport, importRefDoctors } from './ref-doctors-import.ts'
import { demandServiceImport, importServices } from './service-import.ts'
import { serviceHandlers } from './service-list.ts'

const IMPORT_DEMANDS: DemandsFor<typeof importCalls> = {
  services: demandServiceImport,
  refDoctors: demandRefDoctorImport,
}

/** Mounts the calls of departments, services and commissions beyond those of every master. */
export function serveCatalogue(app: FastifyInstance): void {
  serveCalls(app, departmentCalls, departmentHandlers, departmentDemands)
  serveCalls(app, serviceCalls, serviceHandlers, (caller) => demandRead(service, caller))
  serveCalls(app, commissionCalls, commissionHandlers, demandReferralDoctors)
  serveCalls(app, importCalls, { services: importServices, refDoctors: importRefDoctors }, IMPORT_DEMANDS)
}
