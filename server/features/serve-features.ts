import type { FastifyInstance } from 'fastify'
import { aiCalls } from '#contract/calls/ai.ts'
import { authCalls } from '#contract/calls/auth.ts'
import { biCalls } from '#contract/calls/bi.ts'
import { bookingCalls, ownBookingCalls } from '#contract/calls/bookings.ts'
import { bookletCalls } from '#contract/calls/booklets.ts'
import { branchCalls } from '#contract/calls/branches.ts'
import { certificateCalls } from '#contract/calls/certificates.ts'
import { clinicalCalls } from '#contract/calls/clinical.ts'
import { commentCalls } from '#contract/calls/comments.ts'
import { consentCalls, publicConsentCalls } from '#contract/calls/consents.ts'
import { criticalLinkCalls, publicCriticalCalls } from '#contract/calls/critical-links.ts'
import { dashboardCalls } from '#contract/calls/dashboard.ts'
import { deviceCalls, deviceKeyCalls } from '#contract/calls/devices.ts'
import { dictationCalls } from '#contract/calls/dictation.ts'
import { directoryCalls } from '#contract/calls/directory.ts'
import { documentCalls } from '#contract/calls/documents.ts'
import { examQueueCalls } from '#contract/calls/exam-queue.ts'
import { flowCalls } from '#contract/calls/flow.ts'
import { followUpCalls } from '#contract/calls/follow-ups.ts'
import { formFCalls } from '#contract/calls/form-f.ts'
import { hiddenDiscountCalls } from '#contract/calls/hidden-discounts.ts'
import { imagingCalls } from '#contract/calls/imaging.ts'
import { integrationCalls } from '#contract/calls/integrations.ts'
import { interfaceActCalls, interfaceCalls } from '#contract/calls/interfaces.ts'
import { labReportCalls } from '#contract/calls/lab-reports.ts'
import { laboratoryCalls } from '#contract/calls/laboratory.ts'
import { leakageActCalls, leakageCalls } from '#contract/calls/leakage.ts'
import { machineOrderCalls } from '#contract/calls/machine-orders.ts'
import { machineViewCalls } from '#contract/calls/machine-view.ts'
import { messageCalls, whatsappLinkCalls } from '#contract/calls/messages.ts'
import { monthLockCalls } from '#contract/calls/month-lock.ts'
import { notificationCalls, pushCalls } from '#contract/calls/notifications.ts'
import { ownDeviceCalls } from '#contract/calls/own-devices.ts'
import { pacsCalls } from '#contract/calls/pacs.ts'
import { pacsCheckCalls } from '#contract/calls/pacs-check.ts'
import { passkeySignInCalls } from '#contract/calls/passkey-sign-in.ts'
import { othersPasskeyCalls, passkeyCalls } from '#contract/calls/passkeys.ts'
import { adminLinkCalls, ownPasswordCalls, passwordLinkCalls } from '#contract/calls/password-links.ts'
import { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { patientCalls, patientProofCalls } from '#contract/calls/patients.ts'
import { paymentCalls } from '#contract/calls/payments.ts'
import { payoutCalls } from '#contract/calls/payout.ts'
import { peerCalls } from '#contract/calls/peer-learning.ts'
import { portalCalls } from '#contract/calls/portal.ts'
import { printedPaperCalls } from '#contract/calls/printed-papers.ts'
import { priorCalls } from '#contract/calls/priors.ts'
import { passwordCalls, profileCalls } from '#contract/calls/profile.ts'
import { reconcileCalls } from '#contract/calls/reconcile.ts'
import { referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { salesCalls } from '#contract/calls/sales.ts'
import { savedFilterCalls } from '#contract/calls/saved-filters.ts'
import { schemeSettlementCalls } from '#contract/calls/scheme-settlements.ts'
import { settingsCalls } from '#contract/calls/settings.ts'
import { sharedStudyCalls, sharingCalls } from '#contract/calls/sharing.ts'
import { signatureCalls } from '#contract/calls/signatures.ts'
import { skipCalls } from '#contract/calls/skips.ts'
import { settingsLiveCalls } from '#contract/calls/smtp.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import { studyVisitCalls } from '#contract/calls/study-visit.ts'
import { tagCalls } from '#contract/calls/tags.ts'
import { unmatchedCalls } from '#contract/calls/unmatched.ts'
import { visitCreatorCalls, visitListCalls } from '#contract/calls/visit-list.ts'
import { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { visitCalls } from '#contract/calls/visits.ts'
import { writerCalls } from '#contract/calls/writers.ts'
import { demandVault } from '#server/kernel/auth/caller-device.ts'
import type { CanSeeStudy } from '#server/kernel/files/purposes.ts'
import { serveFiles } from '#server/kernel/files/serve-files.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { serveLiveCalls } from '#server/kernel/http/serve-live-calls.ts'
import type { DailyJob, Job } from '#server/kernel/jobs/job.ts'
import { AI_DEMANDS, aiHandlers } from './ai/handlers.ts'
import { createAiSendJob } from './ai/send-job.ts'
import { serveAiInbound } from './ai/serve-inbound.ts'
import { findWaysOf } from './auth/client-ways.ts'
import { createAuthHandlers } from './auth/handlers.ts'
import { servePatientCookie } from './auth/patient-cookie.ts'
import { signInDepsOf } from './auth/public/sign-in-deps.ts'
import { createSafetyLetterJob } from './auth/safety-letter-job.ts'
import { saveDeskBooking } from './bookings/book-request.ts'
import { canReadRequestFile } from './bookings/file-rights.ts'
import { bookingHandlers } from './bookings/handlers.ts'
import { visibleBookings } from './bookings/store.ts'
import { bookletHandlers } from './booklets/handlers.ts'
import { BRANCH_DEMANDS, createBranchHandlers } from './branches/handlers.ts'
import { demandSettings } from './branches/public/rights.ts'
import { certificatesJob } from './certificates/certificates-job.ts'
import { certificateHandlers } from './certificates/handlers.ts'
import { clinicalHandlers } from './clinical/handlers.ts'
import { demandClinicDoctor } from './clinical/public/rights.ts'
import { COMMENT_DEMANDS, commentHandlers } from './comments/handlers.ts'
import { createConsentHandlers } from './consents/handlers.ts'
import { openConsentForm, savePatientConsent } from './consents/public-consent.ts'
import { createAutoLinkJob } from './criticals/auto-link-job.ts'
import { confirmCritical, lookAtCritical } from './criticals/confirm-link.ts'
import { createCriticalLinkHandlers } from './criticals/links.ts'
import { createCriticalStepsJob } from './criticals/steps-job.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import { publicUrlOf } from './demo/demo-url.ts'
import { hasDemo } from './demo/find-demo.ts'
import { createDeviceLetterJob } from './devices/device-letter-job.ts'
import { createDeviceHandlers, createDeviceKeyHandlers, DEVICE_DEMANDS } from './devices/handlers.ts'
import { demandNotPatient, ownDeviceHandlers } from './devices/own.ts'
import { createTwiceJob } from './devices/twice-job.ts'
import { DIRECTORY_DEMANDS, directoryHandlers } from './directory/handlers.ts'
import { documentHandlers } from './documents/handlers.ts'
import { serveHtmlToPdf } from './documents-html/serve-html-to-pdf.ts'
import { serveWord } from './documents-html/serve-word.ts'
import { examQueueHandlers } from './exam-queue/handlers.ts'
import { serveQueDisplay } from './exam-queue/serve-que-display.ts'
import { flowHandlers } from './flow/handlers.ts'
import { FOLLOW_UP_DEMANDS, followUpHandlers } from './follow-ups/handlers.ts'
import { formFHandlers } from './form-f/handlers.ts'
import { formFReportsJob } from './form-f/report-notices-job.ts'
import { hiddenDiscountHandlers } from './hidden-discounts/handlers.ts'
import { serveHospitalOrders } from './hospital-orders/serve-orders.ts'
import { createImagingHandlers } from './imaging/handlers.ts'
import { serveDownload } from './imaging/serve-download.ts'
import { createDispatchJob } from './integrations/dispatch-job.ts'
import { INTEGRATION_DEMANDS, integrationHandlers } from './integrations/handlers.ts'
import { serveReportIn } from './integrations/serve-report-in.ts'
import { serveThirdParty } from './integrations/serve-third-party.ts'
import {
  createInterfaceActHandlers,
  demandInterfaces,
  INTERFACE_ACT_DEMANDS,
  interfaceHandlers,
} from './interface-desk/handlers.ts'
import { createMachineViewHandlers, MACHINE_VIEW_DEMANDS } from './interface-desk/machine-view.ts'
import { ageExchangesJob } from './interfaces/age-job.ts'
import { silentSystemsJob } from './interfaces/silence.ts'
import { createLaboratoryHandlers } from './laboratory/handlers.ts'
import { serveLabResults } from './laboratory/serve-results.ts'
import { leakageActHandlers, leakageHandlers } from './leakage/handlers.ts'
import { serveLeakagePaper } from './leakage/serve-leakage-paper.ts'
import { createMachineOrderHandlers, demandSender } from './machine-orders/handlers.ts'
import { MESSAGE_CHECKS } from './message-checks.ts'
import { createMessageHandlers } from './messages/handlers.ts'
import { demandMessages } from './messages/public/rights.ts'
import { createSealedTexts } from './messages/public/sealed-text.ts'
import { createSendMessageJob } from './messages/send-message-job.ts'
import { createWhatsappHandlers } from './messages/whatsapp-handlers.ts'
import { MONTH_DEMANDS, monthLockHandlers } from './month-lock/handlers.ts'
import { noticeHandlers } from './notice-sending/handlers.ts'
import { createDueNoticesJob, createNoticeJob } from './notice-sending/notice-jobs.ts'
import { createNotificationHandlers } from './notifications/handlers.ts'
import { createPushHandlers } from './notifications/push-handlers.ts'
import { createPushJob } from './notifications/push-job.ts'
import { sendStatesAfterChange } from './order-status/send-again.ts'
import { createOrderStatusJob } from './order-status/status-job.ts'
import { ownBookingHandlers } from './own-bookings/handlers.ts'
import { createPacsHandlers, PACS_DEMANDS } from './pacs/handlers.ts'
import { createPacsCheckJob, duePacsChecksJob } from './pacs-check/check-job.ts'
import { PACS_CHECK_DEMANDS, pacsCheckHandlers } from './pacs-check/handlers.ts'
import { demandOwner, passkeyHandlers } from './passkeys/handlers.ts'
import { createPasskeyLetterJob } from './passkeys/letter-job.ts'
import { findPasskeyStep, missingPasskeyWords } from './passkeys/second-step.ts'
import { createPasskeySignInHandlers } from './passkeys/sign-in.ts'
import { PATIENT_FOLLOWERS } from './patient-followers.ts'
import { createPatientDeskHandlers, PATIENT_DESK_DEMANDS } from './patients/handlers.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { payoutHandlers } from './payout/handlers.ts'
import { demandStatement } from './payout/reader-for.ts'
import { servePayoutPaper } from './payout/serve-payout-paper.ts'
import { peerDrawJob } from './peer-learning/draw-job.ts'
import { peerHandlers } from './peer-learning/handlers.ts'
import { demandPeer } from './peer-learning/public/rights.ts'
import { createOwnPasswordHandlers } from './people/own-password.ts'
import { createPasswordLinkHandlers, demandLinkMaker } from './people/public/password-links.ts'
import { demandPasskeyRemover, othersPasskeyHandlers } from './people/remove-passkeys.ts'
import { createAdminLinkHandlers } from './platform/admin-link.ts'
import { createPortalHandlers } from './portal/handlers.ts'
import { PATIENT_DEMANDS, patientHandlers } from './portal/patient-handlers.ts'
import { patientProofHandlers } from './portal/prove.ts'
import { PRIOR_DEMANDS, priorHandlers } from './priors/handlers.ts'
import { demandPasswordHolder, passwordHandlers } from './profile/change-password.ts'
import { PROFILE_DEMANDS, profileHandlers } from './profile/handlers.ts'
import { serveQualityPack } from './quality-pack/serve-quality-pack.ts'
import { reconcileHandlers } from './reconcile/handlers.ts'
import { demandWholeReader } from './reconcile/reconcile.ts'
import { referralCommissionHandlers } from './referral-commissions/handlers.ts'
import { createReportCodeHandlers } from './report-codes/handlers.ts'
import { serveWhatsappHook } from './report-codes/serve-whatsapp-hook.ts'
import { REPORT_DEMANDS, reportHandlers } from './reports/handlers.ts'
import { writerHandlers } from './reports/writers.ts'
import { demandCreators } from './sales/creators.ts'
import { biHandlers, salesHandlers, visitCreatorHandlers, visitListHandlers } from './sales/handlers.ts'
import { printedPaperHandlers } from './sales-papers/printed-papers.ts'
import { serveSalesPapers } from './sales-papers/serve-sales-papers.ts'
import { schemeSettlementHandlers } from './scheme-settlements/handlers.ts'
import { masterJobs, serveMasters } from './serve-masters.ts'
import { dictationHandlers } from './settings/dictation.ts'
import { createSettingsHandlers } from './settings/handlers.ts'
import { createTestEmailHandlers } from './settings/send-test-email.ts'
import { createSharingHandlers } from './sharing/handlers.ts'
import { lookAtLink, openLink, sharedReport } from './sharing/public/open-link.ts'
import { serveLinkCalls } from './sharing/serve-link-calls.ts'
import { signatureHandlers } from './signatures/handlers.ts'
import { SKIP_DEMANDS, skipHandlers } from './skips/handlers.ts'
import { studyHandlers } from './studies/handlers.ts'
import { labReportHandlers } from './studies/lab-reports.ts'
import { visibleStudies } from './studies/public/rights.ts'
import { selectVisibleIds } from './studies/public/store.ts'
import { savedFilterHandlers } from './studies/saved-filters.ts'
import { STUDY_EDIT_DEMANDS, studyEditHandlers } from './study-edit/handlers.ts'
import { tagHandlers } from './tags/handlers.ts'
import { unmatchedHandlers } from './unmatched/handlers.ts'
import { createVisitHandlers, VISIT_DEMANDS } from './visit-desk/handlers.ts'
import { VISIT_PART_DEMANDS, visitPartHandlers } from './visit-parts/handlers.ts'
import { seesByStudy, studyVisitHandlers } from './visit-parts/study-notes.ts'
import { selectVisibleVisitIds } from './visits/public/store.ts'

/** Mounts every call of the contract with its handlers. */
export function serveFeatures(app: FastifyInstance): void {
  const { config, keys } = app.kernel
  const ways = findWaysOf(app.kernel)
  const deps = signInDepsOf(app.kernel)
  serveCalls(
    app,
    authCalls,
    createAuthHandlers({ deps, ways, steps: { findPasskeyStep, missingPasskeyWords } }, () =>
      hasDemo(app.kernel.database),
    ),
  )
  serveCalls(app, passkeySignInCalls, createPasskeySignInHandlers(deps, ways))
  servePatientCookie(app)
  serveCalls(app, studyCalls, studyHandlers)
  serveCalls(app, savedFilterCalls, savedFilterHandlers)
  serveCalls(app, dashboardCalls, dashboardHandlers)
  serveCalls(app, writerCalls, writerHandlers)
  serveCalls(app, labReportCalls, labReportHandlers)
  serveCalls(app, reportCalls, reportHandlers, REPORT_DEMANDS)
  serveCalls(app, dictationCalls, dictationHandlers)
  serveCalls(app, signatureCalls, signatureHandlers)
  serveCalls(app, bookletCalls, bookletHandlers)
  serveCalls(app, commentCalls, commentHandlers, COMMENT_DEMANDS)
  serveCalls(app, studyVisitCalls, studyVisitHandlers)
  serveCalls(app, priorCalls, priorHandlers, PRIOR_DEMANDS)
  serveCalls(app, visitCalls, createVisitHandlers(saveDeskBooking), VISIT_DEMANDS)
  serveCalls(app, visitPartCalls, visitPartHandlers, VISIT_PART_DEMANDS)
  serveCalls(app, documentCalls, documentHandlers)
  serveCalls(app, tagCalls, tagHandlers)
  serveCalls(app, followUpCalls, followUpHandlers, FOLLOW_UP_DEMANDS)
  serveCalls(app, skipCalls, skipHandlers, SKIP_DEMANDS)
  serveCalls(app, formFCalls, formFHandlers)
  serveCalls(app, peerCalls, peerHandlers, demandPeer)
  serveCalls(app, studyEditCalls, studyEditHandlers, STUDY_EDIT_DEMANDS)
  serveCalls(app, directoryCalls, directoryHandlers, DIRECTORY_DEMANDS)
  serveLiveCalls(app, imagingCalls, createImagingHandlers(app.kernel))
  serveLiveCalls(app, machineOrderCalls, createMachineOrderHandlers(app.kernel), demandSender)
  serveLiveCalls(app, laboratoryCalls, createLaboratoryHandlers(app.kernel))
  serveCalls(app, aiCalls, aiHandlers, AI_DEMANDS)
  serveCalls(app, integrationCalls, integrationHandlers, INTEGRATION_DEMANDS)
  serveCalls(app, interfaceCalls, interfaceHandlers, demandInterfaces)
  serveCalls(app, certificateCalls, certificateHandlers, demandInterfaces)
  serveLiveCalls(app, interfaceActCalls, createInterfaceActHandlers(app.kernel), INTERFACE_ACT_DEMANDS)
  serveLiveCalls(app, machineViewCalls, createMachineViewHandlers(app.kernel), MACHINE_VIEW_DEMANDS)
  serveCalls(app, unmatchedCalls, unmatchedHandlers)
  serveCalls(app, deviceCalls, createDeviceHandlers(keys), DEVICE_DEMANDS)
  serveLiveCalls(app, deviceKeyCalls, createDeviceKeyHandlers(keys), demandVault)
  serveCalls(app, ownDeviceCalls, ownDeviceHandlers, demandNotPatient)
  serveLiveCalls(app, passkeyCalls, passkeyHandlers, demandOwner)
  const messages = messageServicesOf(app)
  const messageHandlers = {
    ...createMessageHandlers(messages, MESSAGE_CHECKS),
    ...noticeHandlers,
    ...createReportCodeHandlers(messages.secrets),
  }
  serveCalls(app, messageCalls, messageHandlers, demandMessages)
  serveCalls(app, notificationCalls, createNotificationHandlers({ visibleStudies, visibleBookings }))
  serveCalls(app, pushCalls, createPushHandlers(app.kernel), demandVault)
  serveLiveCalls(app, whatsappLinkCalls, createWhatsappHandlers(app.kernel), demandMessages)
  serveCalls(app, sharingCalls, createSharingHandlers({ ...messages, publicUrl: config.publicUrl }))
  serveLinkCalls(app, sharedStudyCalls, { look: lookAtLink, open: openLink, report: sharedReport })
  serveCalls(app, criticalLinkCalls, createCriticalLinkHandlers(noticeServicesOf(app)))
  serveLinkCalls(app, publicCriticalCalls, { look: lookAtCritical, confirm: confirmCritical })
  serveCalls(app, consentCalls, createConsentHandlers({ ...messages, publicUrl: config.publicUrl }))
  serveLinkCalls(app, publicConsentCalls, { detail: openConsentForm, save: savePatientConsent })
  serveCalls(app, portalCalls, createPortalHandlers(config.publicUrl))
  serveCalls(app, patientCalls, patientHandlers, PATIENT_DEMANDS)
  serveCalls(app, patientDeskCalls, createPatientDeskHandlers(PATIENT_FOLLOWERS), PATIENT_DESK_DEMANDS)
  serveCalls(app, ownBookingCalls, ownBookingHandlers)
  serveSettings(app)
  serveLiveCalls(app, patientProofCalls, patientProofHandlers)
  serveCalls(app, profileCalls, profileHandlers, PROFILE_DEMANDS)
  serveLiveCalls(app, passwordCalls, passwordHandlers, demandPasswordHolder)
  const linkServices = { findWays: ways, ...noticeServicesOf(app) }
  serveLiveCalls(app, passwordLinkCalls, createPasswordLinkHandlers(linkServices), { make: demandLinkMaker })
  serveCalls(app, othersPasskeyCalls, othersPasskeyHandlers, demandPasskeyRemover)
  serveLiveCalls(app, adminLinkCalls, createAdminLinkHandlers(app, linkServices))
  serveCalls(app, ownPasswordCalls, createOwnPasswordHandlers(deps))
  serveCalls(app, paymentCalls, paymentHandlers)
  serveCalls(app, visitListCalls, visitListHandlers)
  serveCalls(app, visitCreatorCalls, visitCreatorHandlers, demandCreators)
  serveCalls(app, salesCalls, salesHandlers)
  serveCalls(app, biCalls, biHandlers)
  serveCalls(app, printedPaperCalls, printedPaperHandlers)
  serveCalls(app, flowCalls, flowHandlers)
  serveCalls(app, payoutCalls, payoutHandlers, { statement: demandStatement, lines: demandStatement })
  serveCalls(app, referralCommissionCalls, referralCommissionHandlers)
  serveCalls(app, hiddenDiscountCalls, hiddenDiscountHandlers)
  serveCalls(app, schemeSettlementCalls, schemeSettlementHandlers)
  serveCalls(app, monthLockCalls, monthLockHandlers, MONTH_DEMANDS)
  serveCalls(app, reconcileCalls, reconcileHandlers, demandWholeReader)
  serveCalls(app, leakageCalls, leakageHandlers)
  serveCalls(app, leakageActCalls, leakageActHandlers)
  serveCalls(app, clinicalCalls, clinicalHandlers, demandClinicDoctor)
  serveMasters(app)
  serveCalls(app, examQueueCalls, examQueueHandlers)
  serveQueDisplay(app)
  serveCalls(app, bookingCalls, bookingHandlers)
}

/** Mounts the settings of a client, its branches and image servers, besides the masters of that name. */
function serveSettings(app: FastifyInstance): void {
  const { config, secrets } = app.kernel
  serveCalls(app, settingsCalls, createSettingsHandlers({ secrets, config }), demandSettings)
  serveLiveCalls(app, settingsLiveCalls, createTestEmailHandlers(app.kernel), demandSettings)
  serveCalls(app, branchCalls, createBranchHandlers(secrets, sendStatesAfterChange), BRANCH_DEMANDS)
  serveLiveCalls(app, pacsCalls, createPacsHandlers(app.kernel), PACS_DEMANDS)
  serveCalls(app, pacsCheckCalls, pacsCheckHandlers, PACS_CHECK_DEMANDS)
}

/** Mounts the routes that are not JSON: files in and out, and the interfaces of other systems. */
export async function serveDoors(app: FastifyInstance): Promise<void> {
  await serveFiles(app, canSeeStudy)
  serveWord(app, canSeeStudy)
  serveHtmlToPdf(app, canSeeStudy)
  serveSalesPapers(app)
  serveQualityPack(app)
  serveLeakagePaper(app)
  servePayoutPaper(app)
  await serveReportIn(app)
  await serveHospitalOrders(app)
  serveLabResults(app)
  serveDownload(app)
  serveAiInbound(app)
  serveThirdParty(app)
  await serveWhatsappHook(app, messageServicesOf(app))
}

/** Returns the jobs that follow an event and are retried until they succeed. */
export const featureJobs = (app: FastifyInstance): Job[] => [
  createDispatchJob(app.kernel),
  createOrderStatusJob(app.kernel),
  createAiSendJob(app.kernel),
  createSendMessageJob(messageServicesOf(app), MESSAGE_CHECKS),
  createPushJob(app.kernel),
  createTwiceJob(),
  createDeviceLetterJob(findWaysOf(app.kernel)),
  createPasskeyLetterJob(findWaysOf(app.kernel)),
  createSafetyLetterJob(findWaysOf(app.kernel)),
  createNoticeJob(noticeServicesOf(app)),
  createAutoLinkJob(noticeServicesOf(app)),
  createPacsCheckJob(app),
  ...masterJobs(app),
]

/** Returns the scheduled jobs of the server. */
export const featureTimers = (app: FastifyInstance): DailyJob[] => [
  createDueNoticesJob(noticeServicesOf(app)),
  ageExchangesJob,
  duePacsChecksJob,
  silentSystemsJob,
  certificatesJob,
  formFReportsJob,
  peerDrawJob,
  createCriticalStepsJob(noticeServicesOf(app)),
]

/** Returns the dependencies of messages: the key that encrypts their texts, and the server's own mail server. */
const messageServicesOf = ({ kernel: { config, keys, secrets, wayOut } }: FastifyInstance) => ({
  texts: createSealedTexts(keys),
  secrets,
  wayOut,
  smtpUrl: config.smtpUrl,
})

const noticeServicesOf = (app: FastifyInstance) => ({
  ...messageServicesOf(app),
  publicUrlOf: (clientId: string) => publicUrlOf(app.kernel.config, clientId),
})

// Files of a visit or of a booking request have it as their owner; ids are unique across these kinds.
const canSeeStudy: CanSeeStudy = async (tx, caller, id) =>
  (await selectVisibleIds(tx, caller, [id])).length > 0 ||
  (await selectVisibleVisitIds(tx, caller, [id])).length > 0 ||
  (await canReadRequestFile(tx, caller, id)) ||
  (await seesByStudy(tx, caller, id))
