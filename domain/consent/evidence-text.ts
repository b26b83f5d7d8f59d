import { canonicalJson } from './canonical.ts'

const FORM = 'readroom-consent-1'

/**
 * The text whose SHA-256 seals a consent: every fact of the record but its number in the feed and the hash itself, as it
 * is stored. A record that was altered afterwards does not give its own hash again.
 */
export function evidenceText(facts: Readonly<Record<string, unknown>>): string {
  return `${FORM}\n${canonicalJson(facts)}`
}
