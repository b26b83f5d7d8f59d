/**
 * The page that a consent's link opens. The parameter `appt_id` carries the link's secret: in the fragment, which no
 * server, proxy or log sees; in the query of links from older versions and other systems.
 */
export const CONSENT_PATH = '/consent-form'

/** The path of a link: the form's id, and the secret. It contains no patient data. */
export const consentLinkPath = (formId: string, secret: string): string =>
  `${CONSENT_PATH}#id=${formId}&appt_id=${secret}`

/** The parameters of a consent's link, from the fragment or the query of its address. */
export const consentParameters = ({ hash, search }: { hash: string; search: string }): URLSearchParams =>
  new URLSearchParams(hash.length > 1 ? hash.slice(1) : search)
