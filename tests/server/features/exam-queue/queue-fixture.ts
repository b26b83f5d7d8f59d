import type { ExamItem } from '#contract/calls/exam-queue.ts'
import { machineIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type ApiUser, PHP } from '../open-demo.ts'

export const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''
export const TODAY = '2026-11-21'
export const machine = (name: string) => machineIdOf(ANDHERI, name)

/** Returns today's examinations at Andheri, as the technician's screen reads them. */
export async function readQueue(desk: ApiUser, branch_id = ANDHERI): Promise<ExamItem[]> {
  const { body } = await desk.get(`${PHP}appt/examServices`, {
    branch_id,
    from_date: TODAY,
    to_date: TODAY,
  })
  return body.result as ExamItem[]
}

/** Returns those at one machine. */
export const at = (exams: readonly ExamItem[], name: string) =>
  exams.filter(({ machine_id }) => machine_id === machine(name))
