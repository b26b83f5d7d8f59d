import { formatDay } from '../time/formats.ts'

/** Of a licence, what says whether a client may work under it. */
export interface LicenceTerm {
  name: string
  /** YYYY-MM-DD, its last day. */
  expired_on: string
  /** False where the platform has switched it off. */
  active: boolean
}

/** Administrators are told this many days ahead that their licence ends. */
export const LICENCE_WARNING_DAYS = 30

const MS_A_DAY = 86_400_000

const MS_HALF_A_DAY = MS_A_DAY / 2

/** The day that licences are judged by: a last day is over once it has ended in every zone of the world. */
export const licenceDay = (at: Date): string =>
  new Date(at.getTime() - MS_HALF_A_DAY).toISOString().slice(0, 10)

/** Days of the licence that are left at `at`, its last one included, as a calendar counts them. */
export function licenceDaysLeft({ expired_on }: Pick<LicenceTerm, 'expired_on'>, at: Date): number {
  return Math.round((Date.parse(expired_on) - Date.parse(at.toISOString().slice(0, 10))) / MS_A_DAY) + 1
}

/** True after the last day of a licence, and where it was switched off. */
export function isLicenceOver(licence: LicenceTerm, at: Date): boolean {
  return !licence.active || licence.expired_on < licenceDay(at)
}

/** Why nobody works under the licence any more, as one sentence. */
export function licenceOverWords({ name, expired_on, active }: LicenceTerm): string {
  return active
    ? `The licence “${name}” ended on ${formatDay(expired_on)}.`
    : `The licence “${name}” was switched off.`
}
