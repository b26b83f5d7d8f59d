import { type FiledReports, hasSigned } from '../report/filed.ts'

/** The texts of a client's settings (docs/masters.md); an empty one uses the built-in text. */
export interface ShareTexts {
  pat_viewer_share_content: string
  pat_viewer_share_content_with_report: string
  pat_login_share_content: string
  pat_print_login_share_content: string
}

/** The texts used while a client has not written its own. */
export const DEFAULT_SHARE_TEXTS: ShareTexts = {
  pat_viewer_share_content:
    'Dear %PATIENT_NAME%, the images of your %STUDY_DESCRIPTION% are ready: %VIEWER_URL%',
  pat_viewer_share_content_with_report:
    'Dear %PATIENT_NAME%, the images and the report of your %STUDY_DESCRIPTION% are ready: %REPORT_URL%',
  pat_login_share_content:
    'Dear %PATIENT_NAME%, your results are here: %LOGIN_URL%\nUser name: %USERNAME%\nAccess code: %PASSWORD%',
  pat_print_login_share_content:
    'Your results\n%PATIENT_NAME%\nScan the code or open %LOGIN_URL%\nUser name: %USERNAME%\nAccess code: %PASSWORD%',
}

/**
 * The client's texts, with the built-in text of a language for each one that the client has not written: an empty one, or
 * the English built-in one, which a saved settings page holds unchanged.
 */
export function shareTextsOf(
  settings: Partial<ShareTexts> | undefined,
  builtIn: ShareTexts = DEFAULT_SHARE_TEXTS,
): ShareTexts {
  const names = Object.keys(DEFAULT_SHARE_TEXTS) as (keyof ShareTexts)[]
  const filled = names.map((name) => {
    const own = settings?.[name]?.trim()
    return [name, own && own !== DEFAULT_SHARE_TEXTS[name] ? own : builtIn[name]] as const
  })
  return Object.fromEntries(filled) as unknown as ShareTexts
}

/** True if a study has a report that may be shared: a signed one (docs/studies.md#sharing). */
export function sharesReport(study: FiledReports): boolean {
  return hasSigned(study)
}

/** The text to share a study with: with the report's link once it is signed, else the plain one. */
export function shareTemplateOf(texts: ShareTexts, study: FiledReports): string {
  return sharesReport(study) ? texts.pat_viewer_share_content_with_report : texts.pat_viewer_share_content
}
