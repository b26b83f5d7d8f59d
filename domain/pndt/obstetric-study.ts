/** What a study says of itself, and what its service in the masters says. */
export interface MaybeObstetric {
  modality: string
  study_desc: string
  pat_sex: string
  /** Its service is flagged as an ultrasound of a pregnancy. */
  isServiceObstetric: boolean
}

/** What an examination of a pregnancy is called where no service says so. */
const OBSTETRIC_NAME =
  /\b(?:(?<!(?:bowel|intestinal|biliary|ureteric|outlet|airway) )ob(?:s|st)?\b(?! *(?:uropath|jaundice|bowel|hydro|airway|lesion))|obstetrics?(?:al)?|ante-?natal|pre-?natal|anc|pregnan\w*|gravid\w*|f(?:o)?etal|f(?:o)?etus|nuchal|nt[ /-]?(?:nb )?scan|anomaly scan|tiffa|growth scan|dating scan|biophysical|bpp)\b/i

/**
 * Whether a study is of a pregnancy: by the flag of its service, or, of an ultrasound, by its name. An ultrasound that
 * came without a visit is judged by its name alone; one of a male is of no pregnancy, whatever its name says.
 */
export function isObstetricStudy(study: MaybeObstetric): boolean {
  const { modality, study_desc, pat_sex, isServiceObstetric } = study
  if (isServiceObstetric) return true
  if (/^\s*m/i.test(pat_sex)) return false
  const isUltrasound = modality
    .toUpperCase()
    .split(/[,\\/\s]+/)
    .includes('US')
  return isUltrasound && OBSTETRIC_NAME.test(study_desc)
}
