import { canonicalJson } from './canonical.ts'

const FORM = 'readroom-consent-1'

/**
 * The text whose SHA-256 seals a consent: every stored fact of the record except its number in the feed and the hash
 * itself. A record that was altered afterwards no longer matches its hash.
 */
export function evidenceText(facts: Readonly<Record<string, unknown>>): string {
  return `${FORM}\n${canonicalJson(facts)}`
}
