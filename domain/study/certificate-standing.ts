/** Days before its end from which a certificate is told to be ending. */
export const ENDING_DAYS = 30
/** One that lives shorter is renewed by a program, in the last third of its life: 30 days would ring at each renewal. */
const SHORT_LIFE_DAYS = 100
/** Of a short life this part is left when nobody has renewed it. */
const SHORT_LIFE_PART = 1 / 4
const DAY_MS = 86_400_000

export type CertificateStanding = 'good' | 'ending' | 'expired'

/** How a certificate stands that is good until `ends`; `days` before that it is ending. */
export function certificateStanding(ends: Date, now: Date, days = ENDING_DAYS): CertificateStanding {
  if (ends <= now) return 'expired'
  return ends.getTime() - now.getTime() <= days * DAY_MS ? 'ending' : 'good'
}

/** Days before its end from which the certificate of another system is told: 30, fewer where a program renews it. */
export function endingDaysOf(begins: Date, ends: Date): number {
  const life = (ends.getTime() - begins.getTime()) / DAY_MS
  return life < SHORT_LIFE_DAYS ? life * SHORT_LIFE_PART : ENDING_DAYS
}
