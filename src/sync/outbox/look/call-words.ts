import type { QueueKey } from '#contract/registry.ts'

const NAMES = {
  saveReport: 'Report saved or signed',
  verifyReport: 'Report verified',
  'studies/saveAddendum': 'Addendum',
  updateNoOfReports: 'Number of reports',
  assignDoctor: 'Doctor assigned',
  'studies/saveBooklet': 'Image booklet',
  addStudyComment: 'Comment on a study',
  deleteStudyComment: 'Comment on a study removed',
  addStudyDocument: 'Document of a study',
  deleteStudyDocument: 'Document of a study removed',
  'study/assignTag': 'Tag of a study',
  'study/assignCriticalTag': 'Critical tag',
  'study/saveCritical': 'Critical result',
  'study/setFollowUp': 'Follow-up of a report',
  'study/skip': 'Study skipped',
  'study/updatePatientDtl': 'Details of a study corrected',
  'noti/markAllRead': 'Notifications read',
  'noti/markRead': 'Notification read',
  activateStudyPatient: 'Report released to the portal',
  deactivateStudyPatient: 'Report taken back from the portal',
  'patient/save': 'Patient registered or changed',
  'appt/save': 'Visit booked or changed',
  'appt/confirmAppointment': 'Visit confirmed',
  'appt/startVisit': 'Visit started',
  'appt/completeAppointment': 'Visit completed',
  'appt/assignTag': 'Tag of a visit',
  'appt/assignRadiologyDoctor': 'Radiologist of a visit',
  'appt/changeServiceStatus': 'Status of an examination',
  'appt/addComment': 'Comment on a visit',
  'appt/deleteComment': 'Comment on a visit removed',
  'appt/addDocument': 'Document of a visit',
  'appt/deleteDocument': 'Document of a visit removed',
  'appt/createReceipts': 'Payment received',
  'que/addMinutesInExamTime': 'Examination prolonged',
  'que/setBringNext': 'Next patient called',
  'appt/saveTreatmentDtl': 'Treatment plan',
  'appt/savePrescription': 'Prescription',
  'consent/sign': 'Consent signed',
} as const satisfies Record<QueueKey, string>

/** Calls that are never queued and have their own names. */
const LIVE_NAMES = {
  'appt/createReceipt': 'Payment received',
  'appt/createRefunds': 'Refund',
  'appt/createRefund': 'Refund',
  'appt/cancelReceipt': 'Receipt cancelled',
  'appt/cancelRefund': 'Refund cancelled',
  'appt/allocateReceipt': 'Receipt allocated',
  'appt/cancelAppointment': 'Visit cancelled',
  'appt/updateServiceChargesAndMachine': 'Charges of a visit changed',
  'report/settleSchemeInvoices': 'Scheme invoices settled',
  'dayclose/close': 'Day closed',
} as const

/** Describes a queued call when its content is sealed; returns the call's name if this build does not know it. */
export const callWords = (call: string): string =>
  ({ ...LIVE_NAMES, ...NAMES })[call as keyof typeof LIVE_NAMES] ?? call
