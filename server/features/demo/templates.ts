import type { Insertable } from 'kysely'
import type { Template } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from './centres.ts'
import { DEMO_EXAMS } from './examinations.ts'
import { demoId } from './random.ts'
import { finishedText } from './texts/report-markup.ts'

/** A template a common reading of each examination: the normal one, and the one after it where there is one. */
export function templatesOf(centre: DemoCentre): Insertable<Template>[] {
  return DEMO_EXAMS.flatMap((exam) =>
    exam.readings.slice(0, 2).map((reading, index) => {
      const name = index === 0 ? exam.description : `${exam.description}: ${reading.impression[0] ?? ''}`
      return {
        client_id: centre.id,
        id: demoId('template', `${centre.key} ${name}`),
        name: name.slice(0, 90),
        department: exam.department,
        category: exam.category,
        modality: exam.modality,
        ...finishedText(exam.description, reading),
      }
    }),
  )
}
