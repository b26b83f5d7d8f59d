import type { QueueKey } from '#contract/registry.ts'

/** The page of one study. */
const studyPath = (studyId: string) => `/study/${studyId}`

/** Where a person changes what was refused, by call; undefined where there is nothing to type. */
const EDIT_PATHS: Record<QueueKey, ((id: string) => string) | undefined> = {
  saveReport: (studyId) => `/report/${studyId}`,
  verifyReport: (studyId) => `/report/${studyId}`,
  'studies/saveAddendum': (studyId) => `/report/${studyId}`,
  updateNoOfReports: undefined,
  assignDoctor: undefined,
  activateStudyPatient: undefined,
  deactivateStudyPatient: undefined,
  'studies/saveBooklet': (studyId) => `/report/${studyId}`,
  addStudyComment: studyPath,
  deleteStudyComment: undefined,
  addStudyDocument: (studyId) => `${studyPath(studyId)}?tab=documents`,
  deleteStudyDocument: undefined,
  'study/assignTag': undefined,
  'study/assignCriticalTag': undefined,
  'study/saveCritical': (studyId) => `${studyPath(studyId)}?open=critical`,
  'appt/save': (visitId) => `/scheduler?edit=${visitId}`,
  'appt/confirmAppointment': undefined,
  'appt/startVisit': undefined,
  'appt/completeAppointment': undefined,
  'appt/assignTag': undefined,
  'appt/assignRadiologyDoctor': undefined,
  'appt/changeServiceStatus': undefined,
  'appt/addComment': undefined,
  'appt/deleteComment': undefined,
  'appt/addDocument': undefined,
  'appt/deleteDocument': undefined,
  'que/addMinutesInExamTime': undefined,
  'que/setBringNext': undefined,
  'appt/createReceipts': undefined,
  'appt/saveTreatmentDtl': undefined,
  'appt/savePrescription': undefined,
  'patient/save': (patientId) => `/patients?edit=${patientId}`,
  // What was signed is not edited: the patient signs once more.
  'consent/sign': undefined,
  'study/updatePatientDtl': (studyId) => `${studyPath(studyId)}?open=edit`,
}

/** The address of the screen on which this change can be made otherwise; `id` is the study's, or the record's own. */
export function editPath({ key, id }: { key: QueueKey; id: string }): string | undefined {
  return EDIT_PATHS[key]?.(id)
}
