import type { Context } from '#server/kernel/context.ts'

/** Decimals of the client's money (INR 2, KWD 3). */
export async function decimalsOf({ tx, caller }: Pick<Context, 'tx' | 'caller'>): Promise<number> {
  const { no_of_decimal } = await tx
    .selectFrom('client')
    .select('no_of_decimal')
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  return no_of_decimal
}
