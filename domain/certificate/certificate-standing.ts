/** Days before its end from which a certificate is reported as ending. */
export const ENDING_DAYS = 30
/** Shorter-lived certificates are renewed by a program in the last third of their life; 30 days would always alert. */
const SHORT_LIFE_DAYS = 100
/** The share of a short life left when a renewal has evidently failed. */
const SHORT_LIFE_PART = 1 / 4
const DAY_MS = 86_400_000

export type CertificateStanding = 'good' | 'ending' | 'expired'

/** The state of a certificate that is valid until `ends`; `days` before that it is ending. */
export function certificateStanding(ends: Date, now: Date, days = ENDING_DAYS): CertificateStanding {
  if (ends <= now) return 'expired'
  return ends.getTime() - now.getTime() <= days * DAY_MS ? 'ending' : 'good'
}

/** Days before its end from which another system's certificate is reported: 30, fewer if a program renews it. */
export function endingDaysOf(begins: Date, ends: Date): number {
  const life = (ends.getTime() - begins.getTime()) / DAY_MS
  return life < SHORT_LIFE_DAYS ? life * SHORT_LIFE_PART : ENDING_DAYS
}
