import { CONSENT_PATH, consentParameters } from '#domain/consent/consent-link.ts'

/** The contents of a link to a form: the form and the secret that opens it for one visit. */
export interface ConsentLink {
  id: string
  /** The secret, in the spec's field of this name (docs/visits.md#consent). */
  appt_id: string
}

let kept: ConsentLink | undefined

/**
 * Reads `/consent-form#id=…&appt_id=…`, or the same with `?`, and removes the secret from the address
 * immediately. Keeps it in the page's memory only, until it is exchanged for a session.
 */
export function keepConsentLink(): void {
  if (location.pathname.replace(/\/$/, '') !== CONSENT_PATH) return
  const found = findConsentLink(location)
  if (!found) return
  kept = found
  history.replaceState(null, '', CONSENT_PATH)
}

/** Returns the link that opened this page; undefined after a reload. */
export function consentLink(): ConsentLink | undefined {
  return kept
}

/** Returns the link in an address; undefined if there is none. */
export function findConsentLink(address: { hash: string; search: string }): ConsentLink | undefined {
  const parameters = consentParameters(address)
  const [id, secret] = [parameters.get('id') ?? '', parameters.get('appt_id') ?? '']
  return /^[0-9a-f-]{36}$/.test(id) && /^[\w-]{20,100}$/.test(secret) ? { id, appt_id: secret } : undefined
}
