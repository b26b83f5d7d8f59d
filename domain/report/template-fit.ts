/** Whom a template may be written for. */
export const TEMPLATE_SEXES = ['Any', 'Male', 'Female'] as const
export type TemplateSex = (typeof TEMPLATE_SEXES)[number]

/** What a template says of its patients; rows that an older version left on a device say nothing. */
export interface TemplatePatients {
  sex?: TemplateSex | undefined
  /** Completed years; null is open. */
  age_from?: number | null | undefined
  age_to?: number | null | undefined
}

/** As a study has them: `F`, `Female`; `42Y`, `3M`, `12D`. */
export interface StudiedPatient {
  pat_sex: string
  pat_age: string
}

/**
 * How well a template is written for a patient: 1 for each of sex and age that it names and that is the patient's, 0 where it
 * names neither or the study does not know; undefined where it is written for other patients.
 */
export function patientFit(template: TemplatePatients, patient: StudiedPatient): number | undefined {
  const fits = [sexFit(template, patient), ageFit(template, patient)]
  return fits.reduce<number | undefined>(
    (sum, fit) => (sum === undefined || fit === undefined ? undefined : sum + fit),
    0,
  )
}

const SEXES: Readonly<Record<string, TemplateSex>> = {
  m: 'Male',
  male: 'Male',
  f: 'Female',
  female: 'Female',
}

function sexFit({ sex = 'Any' }: TemplatePatients, { pat_sex }: StudiedPatient): number | undefined {
  const known = SEXES[pat_sex.trim().toLowerCase()]
  if (sex === 'Any' || known === undefined) return 0
  return known === sex ? 1 : undefined
}

function ageFit({ age_from, age_to }: TemplatePatients, { pat_age }: StudiedPatient): number | undefined {
  const years = yearsOf(pat_age)
  if ((age_from ?? age_to ?? undefined) === undefined || years === undefined) return 0
  return years >= (age_from ?? 0) && years <= (age_to ?? Number.POSITIVE_INFINITY) ? 1 : undefined
}

/** Completed years of an age in words; below a year they are 0. */
function yearsOf(age: string): number | undefined {
  const [, count, unit] = /^(\d{1,3})([YMWD])$/i.exec(age.trim()) ?? []
  if (count === undefined) return undefined
  return unit?.toUpperCase() === 'Y' ? Number(count) : 0
}
