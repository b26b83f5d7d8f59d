import { sharesModality } from '../study/modalities.ts'
import { PRIORS_MAX, SAME_MODALITY_PLACES } from './limits.ts'

/** The properties of a former study that decide the choice. */
interface Former {
  /** One or several codes, separated by commas. */
  modality: string
  /** When it was made, in milliseconds. */
  at: number
}

/**
 * The former studies to list, newest first, and how many older ones are omitted. The newest ones are listed; if
 * there are too many, up to 8 of the 15 places are reserved for the newest ones of the current modality.
 */
export function choosePriors<F extends Former>(
  modality: string,
  former: readonly F[],
): { chosen: F[]; older: number } {
  const newest = former.toSorted((a, b) => b.at - a.at)
  const alike = newest.filter((one) => sharesModality(one.modality, modality)).slice(0, SAME_MODALITY_PLACES)
  const others = newest.filter((one) => !alike.includes(one)).slice(0, PRIORS_MAX - alike.length)
  const taken = new Set([...alike, ...others])
  return { chosen: newest.filter((one) => taken.has(one)), older: former.length - taken.size }
}

/** The order in which chosen ones get room for their texts: those of the current modality first, then the newest. */
export function textOrder<F extends Former>(modality: string, chosen: readonly F[]): F[] {
  return chosen.toSorted(
    (a, b) =>
      Number(sharesModality(b.modality, modality)) - Number(sharesModality(a.modality, modality)) ||
      b.at - a.at,
  )
}
