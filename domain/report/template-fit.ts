/** The patients a template may be written for. */
export const TEMPLATE_SEXES = ['Any', 'Male', 'Female'] as const
export type TemplateSex = (typeof TEMPLATE_SEXES)[number]

/** The patients a template is for; rows from an older version on a device lack these fields. */
export interface TemplatePatients {
  sex?: TemplateSex | undefined
  /** Completed years; null means no limit. */
  age_from?: number | null | undefined
  age_to?: number | null | undefined
}

/** As a study has them: `F`, `Female`; `42Y`, `3M`, `12D`. */
export interface StudiedPatient {
  pat_sex: string
  pat_age: string
}

/**
 * How well a template fits a patient: 1 each for sex and age if the template names it and it matches, 0 if it names
 * neither or the study does not know; undefined if it is written for other patients.
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

/** Completed years of an age in words; 0 below one year. */
function yearsOf(age: string): number | undefined {
  const [, count, unit] = /^(\d{1,3})([YMWD])$/i.exec(age.trim()) ?? []
  if (count === undefined) return undefined
  return unit?.toUpperCase() === 'Y' ? Number(count) : 0
}
