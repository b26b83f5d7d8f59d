import type { Context } from '#server/kernel/context.ts'
import { takeNumber } from '#server/kernel/number-series.ts'
import { isPatIdTaken } from './numbers.ts'

/** How the client assigns patient ids, and its default phone code and country. */
export interface PatientSettings {
  usesNumberAsPatId: boolean
  phoneCode: string
  countryId: number
}

export async function findPatientSettings({ tx, caller }: Context): Promise<PatientSettings> {
  const row = await tx
    .selectFrom('client as c')
    .leftJoin('client_setting as s', 's.client_id', 'c.id')
    .select(['c.phone_code', 'c.country_id', 's.use_ssn_passport_as_pat_id'])
    .where('c.id', '=', caller.clientId)
    .executeTakeFirst()
  return {
    usesNumberAsPatId: row?.use_ssn_passport_as_pat_id ?? false,
    phoneCode: row?.phone_code ?? '',
    countryId: row?.country_id ?? 0,
  }
}

/** The values from which a new record's patient id can be made. */
export interface PatIdWish {
  id: string
  /** As typed; the client's setting may ignore it. */
  typed: string
  ssn: string
  passport: string
}

/**
 * Returns the id that follows from the setting or that the desk typed, or undefined if the series must assign one.
 */
export function wantedPatId({ usesNumberAsPatId }: PatientSettings, wish: PatIdWish): string | undefined {
  const wanted = usesNumberAsPatId ? wish.ssn || wish.passport : wish.typed
  return wanted === '' ? undefined : wanted
}

/** Returns the next number of the series that nobody has typed in by hand before. */
export async function nextPatId(ctx: Context, id: string): Promise<string> {
  const { tx, caller } = ctx
  for (;;) {
    const next = await takeNumber(tx, caller.clientId, 'patient')
    if (!(await isPatIdTaken(tx, caller.clientId, next, id))) return next
  }
}
