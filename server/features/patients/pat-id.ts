import type { Context } from '#server/kernel/context.ts'
import { takeNumber } from '#server/kernel/number-series.ts'
import { isPatIdTaken } from './numbers.ts'

/** How the client numbers its patients and what its phones begin with. */
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

/** What a new record's patient id can be made of. */
export interface PatIdWish {
  id: string
  /** As it was typed; the client's setting may leave no say in it. */
  typed: string
  ssn: string
  passport: string
}

/** The id that the setting or the desk wants, or undefined where the series gives one. */
export function wantedPatId({ usesNumberAsPatId }: PatientSettings, wish: PatIdWish): string | undefined {
  const wanted = usesNumberAsPatId ? wish.ssn || wish.passport : wish.typed
  return wanted === '' ? undefined : wanted
}

/** The next number of the series that nobody typed in by hand before. */
export async function nextPatId(ctx: Context, id: string): Promise<string> {
  const { tx, caller } = ctx
  for (;;) {
    const next = await takeNumber(tx, caller.clientId, 'patient')
    if (!(await isPatIdTaken(tx, caller.clientId, next, id))) return next
  }
}
