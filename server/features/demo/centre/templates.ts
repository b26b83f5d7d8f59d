import type { Insertable } from 'kysely'
import type { Template, TemplateCategory } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { DemoExam } from './exam.ts'
import { DEMO_EXAMS } from './examinations.ts'
import { finishedText } from './texts/report-markup.ts'

const categoryIdOf = (centre: DemoCentre, { department, category }: DemoExam) =>
  demoId('template category', `${centre.key} ${department} ${category}`)

/** Returns the categories of the templates below, each in its department. */
export function categoriesOf(
  centre: DemoCentre,
  departmentId: (name: string) => string,
): Insertable<TemplateCategory>[] {
  const rows = DEMO_EXAMS.map((exam) => ({
    client_id: centre.id,
    id: categoryIdOf(centre, exam),
    name: exam.category,
    department_id: departmentId(exam.department),
  }))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Returns one template per common reading of each examination: the normal one, and the next if there is one. */
export function templatesOf(centre: DemoCentre): Insertable<Template>[] {
  return DEMO_EXAMS.flatMap((exam) =>
    exam.readings.slice(0, 2).map((reading, index) => {
      const name = index === 0 ? exam.description : `${exam.description}: ${reading.impression[0] ?? ''}`
      return {
        client_id: centre.id,
        id: demoId('template', `${centre.key} ${name}`),
        name: shortened(name),
        cat_id: categoryIdOf(centre, exam),
        modality: exam.modality,
        ...finishedText(exam.description, reading),
      }
    }),
  )
}

const NAME_MAX = 90

/** Shortens a long name after its last sentence that fits. */
const shortened = (name: string): string =>
  name.length <= NAME_MAX ? name : name.slice(0, name.lastIndexOf('. ', NAME_MAX) + 1 || NAME_MAX)
