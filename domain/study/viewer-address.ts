/** The values of a study that a viewer address may contain. */
export interface ViewedStudy {
  study_iuid: string
  accession_no: string
  pat_id: string
}

const TOKEN = '{TOKEN}'

/**
 * The address of a study in the viewer of its image server (docs/studies.md): {STUDY_UID}, {ACCESSION}, {PATIENT_ID}
 * and {TOKEN} are filled in, URL-encoded. A template without any placeholder gets the study UID appended; empty stays
 * empty. Without `token` its placeholder stays, for a token that is requested later.
 */
export function viewerAddress(template: string, study: ViewedStudy, token?: string): string {
  if (template === '') return ''
  const values: Record<string, string | undefined> = {
    STUDY_UID: study.study_iuid,
    ACCESSION: study.accession_no,
    PATIENT_ID: study.pat_id,
    TOKEN: token,
  }
  if (!/\{\w+\}/.test(template)) return template + encodeURIComponent(study.study_iuid)
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
}

const VIEWER_NAMES = ['STUDY_UID', 'ACCESSION', 'PATIENT_ID', 'TOKEN']

/** Names in braces in an address that no study has a value for. */
export const unknownViewerNames = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !VIEWER_NAMES.includes(name))

/** True if the address needs a token. */
export const wantsToken = (address: string): boolean => address.includes(TOKEN)

/** The address comes from an image server's settings: only web pages may be opened, never a script. */
export const isPageAddress = (address: string): boolean => /^https?:\/\//i.test(address)
