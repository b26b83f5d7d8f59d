import { aiCalls } from './calls/ai.ts'
import { authCalls } from './calls/auth.ts'
import { biCalls } from './calls/bi.ts'
import { bookingCalls, ownBookingCalls } from './calls/bookings.ts'
import { bookletCalls } from './calls/booklets.ts'
import { branchCalls } from './calls/branches.ts'
import { certificateCalls } from './calls/certificates.ts'
import { clinicalCalls } from './calls/clinical.ts'
import { commentCalls } from './calls/comments.ts'
import { commissionCalls } from './calls/commissions.ts'
import { consentCalls, publicConsentCalls } from './calls/consents.ts'
import { criticalLinkCalls, publicCriticalCalls } from './calls/critical-links.ts'
import { dashboardCalls } from './calls/dashboard.ts'
import { deliveryCalls } from './calls/delivery.ts'
import { deviceCalls, deviceKeyCalls } from './calls/devices.ts'
import { dictationCalls } from './calls/dictation.ts'
import { directoryCalls } from './calls/directory.ts'
import { documentCalls } from './calls/documents.ts'
import { examQueueCalls, queDisplayCalls } from './calls/exam-queue.ts'
import { importCalls } from './calls/excel-import.ts'
import { flowCalls } from './calls/flow.ts'
import { followUpCalls } from './calls/follow-ups.ts'
import { formFCalls } from './calls/form-f.ts'
import { hiddenDiscountCalls } from './calls/hidden-discounts.ts'
import { imagingCalls } from './calls/imaging.ts'
import { integrationCalls } from './calls/integrations.ts'
import { interfaceActCalls, interfaceCalls } from './calls/interfaces.ts'
import { labReportCalls } from './calls/lab-reports.ts'
import { laboratoryCalls } from './calls/laboratory.ts'
import { leakageActCalls, leakageCalls } from './calls/leakage.ts'
import { machineOrderCalls } from './calls/machine-orders.ts'
import { machineViewCalls } from './calls/machine-view.ts'
import { masterFaultCalls } from './calls/master-faults.ts'
import { messageCalls, whatsappLinkCalls } from './calls/messages.ts'
import { monthLockCalls } from './calls/month-lock.ts'
import { notificationCalls, pushCalls } from './calls/notifications.ts'
import { ownDeviceCalls } from './calls/own-devices.ts'
import { pacsCalls } from './calls/pacs.ts'
import { pacsCheckCalls } from './calls/pacs-check.ts'
import { passkeySignInCalls } from './calls/passkey-sign-in.ts'
import { othersPasskeyCalls, passkeyCalls } from './calls/passkeys.ts'
import { adminLinkCalls, ownPasswordCalls, passwordLinkCalls } from './calls/password-links.ts'
import { patientDeskCalls } from './calls/patient-desk.ts'
import { patientSessionCalls } from './calls/patient-session.ts'
import { patientCalls, patientProofCalls } from './calls/patients.ts'
import { paymentCalls } from './calls/payments.ts'
import { payoutCalls } from './calls/payout.ts'
import { peerCalls } from './calls/peer-learning.ts'
import { aiCompanyCalls, clientCalls, countryCalls, ownClientCalls } from './calls/platform.ts'
import { portalCalls } from './calls/portal.ts'
import { printedPaperCalls } from './calls/printed-papers.ts'
import { priorCalls } from './calls/priors.ts'
import { passwordCalls, profileCalls } from './calls/profile.ts'
import { reconcileCalls } from './calls/reconcile.ts'
import { referralCommissionCalls } from './calls/referral-commissions.ts'
import { repairCalls } from './calls/repair.ts'
import { reportCalls } from './calls/reports.ts'
import { restoreCalls } from './calls/restores.ts'
import { salesCalls } from './calls/sales.ts'
import { savedFilterCalls } from './calls/saved-filters.ts'
import { schemeSettlementCalls } from './calls/scheme-settlements.ts'
import { settingsCalls } from './calls/settings.ts'
import { sharedStudyCalls, sharingCalls } from './calls/sharing.ts'
import { signatureCalls } from './calls/signatures.ts'
import { skipCalls } from './calls/skips.ts'
import { settingsLiveCalls } from './calls/smtp.ts'
import { studyCalls } from './calls/studies.ts'
import { studyEditCalls } from './calls/study-edit.ts'
import { studyVisitCalls } from './calls/study-visit.ts'
import { syncCalls } from './calls/sync.ts'
import { tagCalls } from './calls/tags.ts'
import { unmatchedCalls } from './calls/unmatched.ts'
import { visitCreatorCalls, visitListCalls } from './calls/visit-list.ts'
import { visitPartCalls } from './calls/visit-parts.ts'
import { visitCalls } from './calls/visits.ts'
import { writerCalls } from './calls/writers.ts'
import type { AnyCall, InputOf } from './kernel/define-call.ts'
import { consentFormCalls } from './masters/consent-form.ts'
import { departmentCalls } from './masters/department.ts'
import { MASTER_CALLS } from './masters/engine/calls.ts'
import { queScreenCalls } from './masters/que-screen.ts'
import { moduleCalls } from './masters/role.ts'
import { serviceCalls } from './masters/service.ts'

const GROUPS = {
  authCalls,
  studyCalls,
  savedFilterCalls,
  dashboardCalls,
  writerCalls,
  labReportCalls,
  reportCalls,
  dictationCalls,
  signatureCalls,
  bookletCalls,
  commentCalls,
  studyVisitCalls,
  priorCalls,
  documentCalls,
  tagCalls,
  followUpCalls,
  skipCalls,
  peerCalls,
  formFCalls,
  studyEditCalls,
  imagingCalls,
  aiCalls,
  directoryCalls,
  integrationCalls,
  interfaceCalls,
  certificateCalls,
  interfaceActCalls,
  machineViewCalls,
  unmatchedCalls,
  deviceCalls,
  deviceKeyCalls,
  ownDeviceCalls,
  passkeyCalls,
  passkeySignInCalls,
  messageCalls,
  whatsappLinkCalls,
  notificationCalls,
  pushCalls,
  sharingCalls,
  criticalLinkCalls,
  publicCriticalCalls,
  sharedStudyCalls,
  portalCalls,
  patientCalls,
  patientProofCalls,
  patientSessionCalls,
  profileCalls,
  passwordCalls,
  passwordLinkCalls,
  othersPasskeyCalls,
  adminLinkCalls,
  ownPasswordCalls,
  moduleCalls,
  settingsCalls,
  settingsLiveCalls,
  branchCalls,
  pacsCalls,
  pacsCheckCalls,
  clientCalls,
  ownClientCalls,
  aiCompanyCalls,
  countryCalls,
  syncCalls,
  deliveryCalls,
  repairCalls,
  restoreCalls,
  departmentCalls,
  serviceCalls,
  commissionCalls,
  importCalls,
  consentFormCalls,
  queScreenCalls,
  patientDeskCalls,
  visitCalls,
  visitPartCalls,
  paymentCalls,
  monthLockCalls,
  reconcileCalls,
  leakageCalls,
  leakageActCalls,
  bookingCalls,
  ownBookingCalls,
  examQueueCalls,
  queDisplayCalls,
  clinicalCalls,
  consentCalls,
  publicConsentCalls,
  laboratoryCalls,
  machineOrderCalls,
  masterFaultCalls,
  visitListCalls,
  visitCreatorCalls,
  salesCalls,
  biCalls,
  printedPaperCalls,
  flowCalls,
  payoutCalls,
  referralCommissionCalls,
  hiddenDiscountCalls,
  schemeSettlementCalls,
}

type Groups = typeof GROUPS
type AllCalls = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups]

/** Calls that the outbox may hold. Queueing any other call does not compile. */
export type QueuedCall = Extract<AllCalls, { offline: { kind: 'queue' } }>
export type QueueKey = QueuedCall['key']
/** Keys of the POST calls that require a permission. */
export type GuardedPost = Exclude<
  Extract<AllCalls, { method: 'POST' }>,
  { access: 'public' | 'session' }
>['key']
/** The input of the queued call with key K. */
export type QueueInput<K extends QueueKey> = InputOf<Extract<QueuedCall, { key: K }>>

/** Every call by its key, for the server, the outbox and tests. */
export const CALLS: ReadonlyMap<string, AnyCall> = new Map(
  Object.values(GROUPS)
    .flatMap((group) => Object.values(group) as unknown as AnyCall[])
    .concat(MASTER_CALLS)
    .map((call) => [call.key, call]),
)
