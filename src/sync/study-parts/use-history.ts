import { useMemo } from 'react'
import { StudyListInput, type StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { matchPrior, type PatientFamily } from '#domain/prior/same-patient.ts'
import { useCall } from '../api/use-call.ts'
import { useLink } from '../link/use-link.ts'
import { useSession } from '../session/session.ts'
import { useDeviceList } from '../studies/use-device-list.ts'

type PreviousStudies = OutputOf<typeof studyEditCalls.previousStudies>['result']

export interface History {
  /** Other studies of the same person, newest first. */
  studies: readonly StudyRow[]
  patient?: PreviousStudies['patient']
  upcoming: PreviousStudies['upcoming']
  /** `device`: only studies on this device, found by the patient id if name, birth date and sex agree. */
  from: 'device' | 'server'
  isLoading: boolean
}

const NONE: readonly never[] = []
const MOST = 100

/** Returns other studies of a study's patient: this device's at once, the server's as soon as it answers. */
export function useHistory(study: StudyRow): History {
  const { online } = useLink()
  const session = useSession()
  const input = { study_id: study.id, upcoming: '1' } as const
  const { answer, isLoading } = useCall(studyEditCalls.previousStudies, input, online)
  const own = useDeviceList(useMemo(() => keyOf(study.pat_id, session), [study.pat_id, session]))
  if (online && answer) return { ...answer.result, from: 'server', isLoading: false }
  const family = familyOf(study)
  const isSame = (row: StudyRow) => row.id !== study.id && matchPrior(study, row, family) !== undefined
  return {
    studies: study.pat_id === '' ? NONE : (own?.rows.filter(isSame) ?? NONE),
    upcoming: [],
    from: 'device',
    isLoading: online ? isLoading : own === undefined,
  }
}

/** The patient's records as known to a device: the one that the study is linked to, and its number. */
const familyOf = ({ patient_id, pat_id }: StudyRow): PatientFamily => ({
  ids: new Set(patient_id === null ? [] : [patient_id]),
  numbers: new Set(pat_id === '' ? [] : [pat_id]),
})

/** The device's list with everything that the user may see. */
function keyOf(patId: string, session: SessionFields | undefined): string {
  const seesArchives = session?.is_client_admin === 1 || session?.modules.includes('view_archives')
  const flag = seesArchives ? 'archives' : 'worklist'
  return JSON.stringify(StudyListInput.parse({ flag, pat_id: patId, p: 1, ps: MOST }))
}
