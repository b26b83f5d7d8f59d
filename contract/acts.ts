import type { MainModule } from '#domain/access/main-modules.ts'
import type { GuardedAct } from '#domain/access/role-sight.ts'
import type { ScreenPath } from '#domain/access/screens.ts'
import { CALLS, type GuardedPost } from './registry.ts'

interface ActWords {
  /** The screen where the act is done. */
  screen: ScreenPath
  words: string
}

const at =
  (screen: ScreenPath) =>
  (words: string): ActWords => ({ screen, words })

const studies = at('/archives')
const reading = at('/worklist1')
const visits = at('/visits')
const requests = at('/booking-requests')
const scans = at('/scan-worklist')
const money = at('/day-close')
const patients = at('/patients')
const portal = at('/patient-portal')

/**
 * What each call that requires a permission does, in words; null for one that only reads, which its screen describes. A
 * call that requires a permission does not compile without its words.
 */
const WORDS: Record<GuardedPost, ActWords | null> = {
  'study/getList/Dashboard': null,
  'dashboard/dashboardData': null,
  'dashboard/casesLast12Months': null,
  verifyReport: reading('Verify a report'),
  'studies/saveAddendum': reading('Add an addendum to a signed report'),
  updateNoOfReports: studies('Change the number of reports'),
  'study/assignTag': studies('Assign a tag'),
  'study/assignCriticalTag': studies('Mark a critical finding'),
  'study/updatePatientDtl': studies('Correct patient and study'),
  'study/splitStudy': studies('Split a study'),
  'study/linkToVisit': studies('Link a study to a visit'),
  'study/unlinkFromVisit': studies('Take a link to a visit back'),
  generateViewerShareUrl: studies('Share a study by a link'),
  'share/revoke': studies('Take a share link back'),
  'studies/shareStudyWithPatientEmail': studies('Send a study by e-mail'),
  'studies/shareLoginDetailWithPatientEmail': studies('Send the portal’s sign-in by e-mail'),
  'portal/giveAccess': portal('Give a patient access to the portal'),
  'portal/revokeAccess': portal('Take a patient’s access back'),
  activateStudyPatient: portal('Show a study to its patient'),
  deactivateStudyPatient: portal('Hide a study from its patient'),
  'client/passwordLink': at('/clients')('Send the administrator of a client a link to set the password'),
  'patient/merge': patients('Merge patients'),
  'patient/unmerge': patients('Take a merge of patients back'),
  'appt/save': visits('Book and edit a visit'),
  'appt/confirmAppointment': visits('Confirm an appointment'),
  'appt/startVisit': visits('Start a visit'),
  'appt/noteFormFReport': at('/form-f')('Mark a monthly Form F report as sent'),
  'appt/cancelAppointment': visits('Cancel a visit'),
  'appt/assignTag': visits('Tag a visit'),
  'appt/assignRadiologyDoctor': visits('Choose the doctor of an examination'),
  'appt/updateServiceChargesAndMachine': visits('Change charges and machines of services'),
  'appt/sendLabServices': visits('Send services to the laboratory'),
  'consent/makeLink': visits('Make a link to a consent form'),
  'consent/revokeLink': visits('Take a link to a consent form back'),
  'consent/share': visits('Send a consent form'),
  'consent/sign': visits('Have a consent form signed'),
  'consent/withdraw': visits('Record that a consent is withdrawn'),
  'report/visits': null,
  'report/visits/ALL': null,
  'report/visitsDepartmentSummary': null,
  'appt/createReceipts': visits('Take a payment'),
  'appt/createReceipt': null,
  'appt/cancelReceipt': visits('Cancel a receipt'),
  'appt/createRefunds': visits('Give a refund'),
  'appt/createRefund': null,
  'appt/cancelRefund': visits('Cancel a refund'),
  'appt/setHiddenDiscount': visits('Give a special management discount'),
  'report/schemeInvoices': null,
  'report/settleSchemeInvoices': visits('Settle invoices of a referral scheme'),
  'appt/allocateReceipt': money('Settle money that came in over a balance'),
  'dayclose/count': money('Count a drawer before its day is closed'),
  'dayclose/close': money('Close a day'),
  'monthlock/lock': at('/reconcile')('Lock a month'),
  'monthlock/unlock': at('/reconcile')('Unlock a month'),
  'interfaces/setSilence': at('/interfaces')('Say after how many hours a silent system is told of'),
  'interfaces/content': null,
  'interfaces/machineView': null,
  'interfaces/replay': at('/interfaces')('Have a message handled again that was refused or failed'),
  'report/explainLeakage': at('/leakage')('Explain an entry, or open it again'),
  'hisbr/hisBookingRequests': null,
  'hisbr/convertHisAppointment': requests('Make a visit of a booking request'),
  'hisbr/setHisBookingRequestStatus': requests('Cancel a booking request'),
  'hisbr/deleteAllHisBookingRequests': requests('Delete the requests of a branch'),
  'appt/changeServiceStatus': scans('Change the status of an examination'),
  'que/addMinutesInExamTime': scans('Give an examination more time'),
  'que/setBringNext': scans('Call a patient next'),
  'payout/setRate': at('/payout')('Set the rate of a reader'),
  'payout/close': at('/payout')('Close a month of a reader'),
  'payout/reopen': at('/payout')('Open a closed month of a reader'),
  'report/markReferralCommissionSettled': at('/referral')('Mark commissions as settled'),
  'report/updateReferralCommission': at('/referral')('Change a commission'),
  'master/saveRefDrCommDepartemntWise': at('/master')('Change what a referrer earns by department'),
  'master/saveRefDrCommServiceWise': at('/master')('Change what a referrer earns by service'),
}

/** An act with its call. */
export interface Act extends GuardedAct {
  key: GuardedPost
}

const modulesOf = (module: MainModule | readonly MainModule[] | undefined): readonly MainModule[] => {
  if (module === undefined) return []
  return typeof module === 'string' ? [module] : module
}

/** Every act that requires a permission, with the permission and modules that its call declares. */
export const ACTS: readonly Act[] = (Object.entries(WORDS) as [GuardedPost, ActWords | null][]).flatMap(
  ([key, words]) => {
    const call = CALLS.get(key)
    if (words === null || call === undefined || call.access === 'public' || call.access === 'session')
      return []
    return [{ key, ...words, permission: call.access, modules: modulesOf(call.module) }]
  },
)
