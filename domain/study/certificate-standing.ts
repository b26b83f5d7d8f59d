/** Days before its end from which a certificate is told to be ending. */
export const ENDING_DAYS = 30
const DAY_MS = 86_400_000

export type CertificateStanding = 'good' | 'ending' | 'expired'

/** How a certificate stands that is good until `ends`. */
export function certificateStanding(ends: Date, now: Date): CertificateStanding {
  if (ends <= now) return 'expired'
  return ends.getTime() - now.getTime() <= ENDING_DAYS * DAY_MS ? 'ending' : 'good'
}
