/** The page that a consent's link opens (spec 1 section 2); the spec's parameter `appt_id` carries the link's secret. */
export const CONSENT_PATH = '/consent-form'

/** The path of a link: the form's id, and the secret. Nothing of the patient stands in it. */
export const consentLinkPath = (formId: string, secret: string): string =>
  `${CONSENT_PATH}?id=${formId}&appt_id=${secret}`

/** What a message says that brings the link to a patient. */
export const consentMessage = (centre: string, url: string): string =>
  `${centre} asks you to read and sign a form before your visit. Open it here: ${url}`
