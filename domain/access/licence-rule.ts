import { formatDay } from '../time/formats.ts'

/** The part of a licence that decides whether a client may work under it. */
export interface LicenceTerm {
  name: string
  /** YYYY-MM-DD, its last day. */
  expired_on: string
  /** False if the platform has switched it off. */
  active: boolean
}

/** Administrators are warned this many days before their licence ends. */
export const LICENCE_WARNING_DAYS = 30

const MS_A_DAY = 86_400_000

const MS_HALF_A_DAY = MS_A_DAY / 2

/** The day by which licences are judged: a last day is over once it has ended in every time zone. */
export const licenceDay = (at: Date): string =>
  new Date(at.getTime() - MS_HALF_A_DAY).toISOString().slice(0, 10)

/** Calendar days of the licence left at `at`, including its last one. */
export function licenceDaysLeft({ expired_on }: Pick<LicenceTerm, 'expired_on'>, at: Date): number {
  return Math.round((Date.parse(expired_on) - Date.parse(at.toISOString().slice(0, 10))) / MS_A_DAY) + 1
}

/** True after the last day of a licence, and if it was switched off. */
export function isLicenceOver(licence: LicenceTerm, at: Date): boolean {
  return !licence.active || licence.expired_on < licenceDay(at)
}

/** Why the licence no longer applies, as one sentence. */
export function licenceOverWords({ name, expired_on, active }: LicenceTerm): string {
  return active
    ? `The licence “${name}” ended on ${formatDay(expired_on)}.`
    : `The licence “${name}” was switched off.`
}
