import type { QueueKey } from '#contract/registry.ts'

/** The page of one study. */
const studyPath = (studyId: string) => `/study/${studyId}`

/** Why a change cannot be edited; the screen has the messages. */
export type NoEdit =
  /** A step or a choice from a menu: nothing was typed. */
  | 'nothing_typed'
  /** A signed text stays as it was signed. */
  | 'signed'
  /** It depended on the situation at that moment. */
  | 'of_the_moment'

/** The Sync centre opens a form with the refused input. */
const FORM = 'form'
type Edit = ((id: string) => string) | typeof FORM | NoEdit

/** Where a person edits a refused change, by call, or why editing makes no sense. */
const EDITS = {
  saveReport: (studyId) => `/report/${studyId}`,
  verifyReport: (studyId) => `/report/${studyId}`,
  'studies/saveAddendum': (studyId) => `/report/${studyId}`,
  updateNoOfReports: 'nothing_typed',
  assignDoctor: 'nothing_typed',
  activateStudyPatient: 'nothing_typed',
  deactivateStudyPatient: 'nothing_typed',
  'studies/saveBooklet': (studyId) => `/report/${studyId}`,
  addStudyComment: studyPath,
  deleteStudyComment: 'nothing_typed',
  addStudyDocument: (studyId) => `${studyPath(studyId)}?tab=documents`,
  deleteStudyDocument: 'nothing_typed',
  'study/assignTag': 'nothing_typed',
  'study/assignCriticalTag': 'nothing_typed',
  'study/setFollowUp': 'of_the_moment',
  'study/skip': 'of_the_moment',
  'study/saveCritical': (studyId) => `${studyPath(studyId)}?open=critical`,
  'appt/save': (visitId) => `/scheduler?edit=${visitId}`,
  'appt/confirmAppointment': 'nothing_typed',
  'appt/startVisit': 'nothing_typed',
  'appt/completeAppointment': 'nothing_typed',
  'appt/assignTag': FORM,
  'appt/assignRadiologyDoctor': FORM,
  'appt/changeServiceStatus': 'of_the_moment',
  'appt/addComment': FORM,
  'appt/deleteComment': 'nothing_typed',
  'appt/addDocument': FORM,
  'appt/deleteDocument': 'nothing_typed',
  'que/addMinutesInExamTime': 'of_the_moment',
  'que/setBringNext': 'of_the_moment',
  'appt/createReceipts': FORM,
  'appt/saveTreatmentDtl': FORM,
  'appt/savePrescription': FORM,
  'patient/save': (patientId) => `/patients?edit=${patientId}`,
  'consent/sign': 'signed',
  'noti/markAllRead': 'nothing_typed',
  'noti/markRead': 'nothing_typed',
  'study/updatePatientDtl': (studyId) => `${studyPath(studyId)}?open=edit`,
} as const satisfies Record<QueueKey, Edit>

/** The calls whose refused input opens in a form of the Sync centre. */
export type FormKey = {
  [K in QueueKey]: (typeof EDITS)[K] extends typeof FORM ? K : never
}[QueueKey]

/** The command that is to be edited, and the record that it changes. */
export interface EditedCommand {
  key: QueueKey
  /** The id of the study, or of the record itself. */
  id: string
  commandId: string
  isRefused: boolean
}

/**
 * Returns the address of the screen on which this change can be edited. Only refused commands have a form: a waiting
 * command is on its way. The address never contains what was typed.
 */
export function editPath({ key, id, commandId, isRefused }: EditedCommand): string | undefined {
  const edit: Edit = EDITS[key]
  if (typeof edit === 'function') return edit(id)
  return edit === FORM && isRefused ? `/sync?edit=${commandId}` : undefined
}

/** Returns why this change cannot be edited; undefined if it can. */
export function noEditOf(key: QueueKey): NoEdit | undefined {
  const edit: Edit = EDITS[key]
  return typeof edit === 'function' || edit === FORM ? undefined : edit
}
