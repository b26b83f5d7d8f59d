import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { aiCalls } from '#contract/calls/ai.ts'
import { authCalls } from '#contract/calls/auth.ts'
import { bookletCalls } from '#contract/calls/booklets.ts'
import { commentCalls } from '#contract/calls/comments.ts'
import { deviceCalls } from '#contract/calls/devices.ts'
import { dictationCalls } from '#contract/calls/dictation.ts'
import { directoryCalls } from '#contract/calls/directory.ts'
import { documentCalls } from '#contract/calls/documents.ts'
import { imagingCalls } from '#contract/calls/imaging.ts'
import { integrationCalls } from '#contract/calls/integrations.ts'
import { labReportCalls } from '#contract/calls/lab-reports.ts'
import { messageCalls, whatsappLinkCalls } from '#contract/calls/messages.ts'
import { patientCalls, patientProofCalls } from '#contract/calls/patients.ts'
import { portalCalls } from '#contract/calls/portal.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { savedFilterCalls } from '#contract/calls/saved-filters.ts'
import { sharingCalls } from '#contract/calls/sharing.ts'
import { signatureCalls } from '#contract/calls/signatures.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import { tagCalls } from '#contract/calls/tags.ts'
import { unmatchedCalls } from '#contract/calls/unmatched.ts'
import { writerCalls } from '#contract/calls/writers.ts'
import { CALLS } from '#contract/registry.ts'
import { aiHandlers } from './features/ai/handlers.ts'
import { createAiSendJob } from './features/ai/send-job.ts'
import { serveAiInbound } from './features/ai/serve-inbound.ts'
import { createAuthHandlers } from './features/auth/handlers.ts'
import { bookletHandlers } from './features/booklets/handlers.ts'
import { bookletSource } from './features/booklets/sync-source.ts'
import { commentHandlers } from './features/comments/handlers.ts'
import { commentSource } from './features/comments/sync-source.ts'
import { criticalSource } from './features/criticals/sync-source.ts'
import { createDeviceHandlers } from './features/devices/handlers.ts'
import { dictationHandlers } from './features/dictation/handlers.ts'
import { directoryHandlers } from './features/directory/handlers.ts'
import {
  branchSource,
  doctorSource,
  documentTagSource,
  shortcutSource,
  tagSource,
  templateSource,
} from './features/directory/sync-source.ts'
import { documentHandlers } from './features/documents/handlers.ts'
import { documentSource } from './features/documents/sync-source.ts'
import { serveHtmlToPdf } from './features/documents-html/serve-html-to-pdf.ts'
import { serveWord } from './features/documents-html/serve-word.ts'
import { imagingHandlers } from './features/imaging/handlers.ts'
import { serveDownload } from './features/imaging/serve-download.ts'
import { sendDispatches } from './features/integrations/dispatch-job.ts'
import { integrationHandlers } from './features/integrations/handlers.ts'
import { serveReportIn } from './features/integrations/serve-report-in.ts'
import { serveThirdParty } from './features/integrations/serve-third-party.ts'
import { createMessageHandlers } from './features/messages/handlers.ts'
import { createSealedTexts } from './features/messages/sealed-text.ts'
import { createSendMessageJob } from './features/messages/send-message-job.ts'
import { whatsappLinkHandlers } from './features/messages/whatsapp-handlers.ts'
import { createPortalHandlers } from './features/portal/handlers.ts'
import { patientHandlers } from './features/portal/patient-handlers.ts'
import { patientProofHandlers } from './features/portal/proof.ts'
import { addendumSource } from './features/reports/addendum-store.ts'
import { reportHandlers } from './features/reports/handlers.ts'
import { reportSource } from './features/reports/sync-source.ts'
import { createSharingHandlers } from './features/sharing/handlers.ts'
import { serveSharedStudy } from './features/sharing/serve-shared-study.ts'
import { signatureHandlers } from './features/signatures/handlers.ts'
import { studyHandlers } from './features/studies/handlers.ts'
import { labReportHandlers } from './features/studies/lab-reports.ts'
import { savedFilterHandlers } from './features/studies/saved-filters.ts'
import { selectVisibleIds } from './features/studies/store.ts'
import { studySource } from './features/studies/sync-source.ts'
import { writerHandlers } from './features/studies/writers.ts'
import { studyEditHandlers } from './features/study-edit/handlers.ts'
import { tagHandlers } from './features/tags/handlers.ts'
import { unmatchedHandlers } from './features/unmatched/handlers.ts'
import { createMail } from './integrations/mail/smtp.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/database/open-database.ts'
import { ageUploadsJob } from './kernel/files/age-uploads.ts'
import type { CanSeeStudy } from './kernel/files/purposes.ts'
import { serveFiles } from './kernel/files/serve-files.ts'
import { createKernel } from './kernel/http/create-kernel.ts'
import { serveCalls } from './kernel/http/serve-calls.ts'
import { serveClient } from './kernel/http/serve-client.ts'
import { serveHealth } from './kernel/http/serve-health.ts'
import { serveHttp, type TlsCredentials } from './kernel/http/serve-http.ts'
import { serveLiveCalls } from './kernel/http/serve-live-calls.ts'
import { ageJob } from './kernel/jobs/age.ts'
import { startJobs } from './kernel/jobs/start-jobs.ts'
import { serveDocs } from './kernel/openapi/docs-page.ts'
import { serveSync } from './kernel/sync/serve-sync.ts'

export interface AppOptions {
  config: Config
  database: Database
  /** Fastify's: absent means no log. */
  logger?: FastifyServerOptions['logger']
  /** The server's clock. */
  now?: () => Date
  tls?: TlsCredentials | undefined
  /** The built client. */
  clientDir?: string
}

const ROOT = join(import.meta.dirname, '..')
const CLIENT_DIR = join(ROOT, 'dist')

/** What devices keep copies of, in the order in which a new device is brought them. */
const SYNC_SOURCES = [
  branchSource,
  doctorSource,
  tagSource,
  templateSource,
  shortcutSource,
  documentTagSource,
  studySource,
  reportSource,
  commentSource,
  documentSource,
  criticalSource,
  bookletSource,
  addendumSource,
] as const

/** Work that follows an effect and is tried again until it is done. */
const JOBS = [sendDispatches, createAiSendJob()] as const

/** Builds the server without listening: `main.ts` listens, tests inject. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { clientDir = CLIENT_DIR } = options
  const app = await buildCalls(options)
  serveSync(app, SYNC_SOURCES)
  await serveFiles(app, canSeeStudy)
  serveWord(app, canSeeStudy)
  serveHtmlToPdf(app, canSeeStudy)
  await serveReportIn(app)
  serveDownload(app)
  serveAiInbound(app)
  serveThirdParty(app)
  await startJobs(app, [...JOBS, createSendMessageJob(messageDeskOf(app))], [ageJob, ageUploadsJob])
  const version = readVersion()
  serveHealth(app, version, app.kernel.jobs.state)
  await serveDocs(app, CALLS.values(), version)
  await serveClient(app, clientDir)
  return app
}

/** The calls alone, without pages, streams and jobs that run: enough for a command of package.json that sends some. */
export async function buildCalls({
  config,
  database,
  logger,
  now,
  tls,
}: AppOptions): Promise<FastifyInstance> {
  const app = serveHttp({ config, logger, tls })
  app.decorate('kernel', await createKernel({ config, database, now, log: app.log }))
  app.addHook('onClose', () => app.kernel.jobs.stop())
  serveFeatures(app)
  return app
}

function serveFeatures(app: FastifyInstance): void {
  const { config, keys } = app.kernel
  serveCalls(app, authCalls, createAuthHandlers({ mail: createMail(config.smtpUrl) }))
  serveCalls(app, studyCalls, studyHandlers)
  serveCalls(app, savedFilterCalls, savedFilterHandlers)
  serveCalls(app, writerCalls, writerHandlers)
  serveCalls(app, labReportCalls, labReportHandlers)
  serveCalls(app, reportCalls, reportHandlers)
  serveCalls(app, dictationCalls, dictationHandlers)
  serveCalls(app, signatureCalls, signatureHandlers)
  serveCalls(app, bookletCalls, bookletHandlers)
  serveCalls(app, commentCalls, commentHandlers)
  serveCalls(app, documentCalls, documentHandlers)
  serveCalls(app, tagCalls, tagHandlers)
  serveCalls(app, studyEditCalls, studyEditHandlers)
  serveCalls(app, directoryCalls, directoryHandlers)
  serveLiveCalls(app, imagingCalls, imagingHandlers)
  serveCalls(app, aiCalls, aiHandlers)
  serveCalls(app, integrationCalls, integrationHandlers)
  serveCalls(app, unmatchedCalls, unmatchedHandlers)
  serveCalls(app, deviceCalls, createDeviceHandlers(keys))
  const messages = messageDeskOf(app)
  serveCalls(app, messageCalls, createMessageHandlers(messages))
  serveLiveCalls(app, whatsappLinkCalls, whatsappLinkHandlers)
  serveCalls(app, sharingCalls, createSharingHandlers({ ...messages, publicUrl: config.publicUrl }))
  serveSharedStudy(app)
  serveCalls(app, portalCalls, createPortalHandlers(config.publicUrl))
  serveCalls(app, patientCalls, patientHandlers)
  serveLiveCalls(app, patientProofCalls, patientProofHandlers)
}

/** What messages need of the server: the key that seals their texts, and its own mail server. */
const messageDeskOf = ({ kernel: { config, keys } }: FastifyInstance) => ({
  texts: createSealedTexts(keys),
  smtpUrl: config.smtpUrl,
})

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

const canSeeStudy: CanSeeStudy = async (tx, caller, studyId) =>
  (await selectVisibleIds(tx, caller, [studyId])).length > 0
