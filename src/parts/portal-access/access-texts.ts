import type { PortalAccess, PortalPerson } from '#contract/calls/portal.ts'
import type { ShareSettings } from '#contract/calls/sharing.ts'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { fillPlaceholders, type PlaceholderValues } from '#domain/message/placeholders.ts'
import { absoluteLink } from '../messages/absolute-link.ts'

/** The texts of a granted access: for a message, and for paper. */
export interface AccessTexts {
  link: string
  message: string
  print: string
}

/**
 * Returns the client's texts, or those of the patient's language, with the patient's access filled in; `%PASSWORD%` is only
 * the link's secret.
 */
export function accessTexts(
  access: PortalAccess,
  person: Pick<PortalPerson, 'name' | 'texts'>,
  settings: ShareSettings,
  studyDescription: string,
): AccessTexts {
  const link = absoluteLink(access.autoLoginUrl)
  const { texts = settings } = person
  const names = { PATIENT_NAME: person.name, STUDY_DESCRIPTION: studyDescription }
  // A name and a code are copied from the message: a mark around them would go along.
  const values: PlaceholderValues = {
    ...isolatedValues(names, person.texts?.language ?? 'en'),
    LOGIN_URL: link,
    VIEWER_URL: link,
    REPORT_URL: link,
    USERNAME: access.username,
    PASSWORD: access.password,
  }
  return {
    link,
    message: fillPlaceholders(texts.pat_login_share_content, values),
    print: fillPlaceholders(texts.pat_print_login_share_content, values),
  }
}
