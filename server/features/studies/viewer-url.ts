/**
 * The address of a study in the image server's viewer (DECISIONS "Studies"): {STUDY_UID}, {ACCESSION} and
 * {PATIENT_ID} are filled in; a template without any placeholder gets the study UID appended. Empty stays empty.
 */
export function viewerUrlOf(
  template: string,
  study: { study_iuid: string; accession_no: string; pat_id: string },
): string {
  if (template === '') return ''
  const values: Record<string, string> = {
    STUDY_UID: study.study_iuid,
    ACCESSION: study.accession_no,
    PATIENT_ID: study.pat_id,
  }
  if (!/\{\w+\}/.test(template)) return template + encodeURIComponent(study.study_iuid)
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
}
