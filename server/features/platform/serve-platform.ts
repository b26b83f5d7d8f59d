import type { FastifyInstance } from 'fastify'
import { aiCompanyCalls, countryCalls, ownClientCalls } from '#contract/calls/platform.ts'
import { aiCompany } from '#contract/masters/ai-company.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { serveLiveCalls } from '#server/kernel/http/serve-live-calls.ts'
import {
  AI_COMPANY_DEMANDS,
  aiCompanyHandlers,
  aiCompanyPartHandlers,
  demandCompanyParts,
} from './ai-company-handlers.ts'
import {
  clientReadHandlers,
  clientReads,
  clientWrites,
  createClientWriteHandlers,
} from './client-handlers.ts'
import { countryHandlers } from './country-handlers.ts'
import { licenceCalls, licenceHandlers } from './licence-handlers.ts'
import { OWN_CLIENT_DEMANDS, ownClientHandlers } from './own-client-handlers.ts'

/** Mounts the platform's calls for clients, licences and AI companies, and the clients' own calls to the platform. */
export function servePlatform(app: FastifyInstance): void {
  serveCalls(app, clientReads, clientReadHandlers)
  serveLiveCalls(app, clientWrites, createClientWriteHandlers(app))
  serveCalls(app, licenceCalls, licenceHandlers)
  serveCalls(app, aiCompany.calls, aiCompanyHandlers, AI_COMPANY_DEMANDS)
  serveCalls(app, aiCompanyCalls, aiCompanyPartHandlers, demandCompanyParts)
  serveCalls(app, ownClientCalls, ownClientHandlers, OWN_CLIENT_DEMANDS)
  serveCalls(app, countryCalls, countryHandlers)
}
