import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import type { Context } from '#server/kernel/context.ts'

/** Refuses where the caller's client has not bought the feature (spec 3 section 1). */
export async function demandModule({ tx, caller }: Context, module: MainModule): Promise<void> {
  const client = await tx
    .selectFrom('client')
    .select('main_modules')
    .where('id', '=', caller.clientId)
    .executeTakeFirst()
  if (!client?.main_modules.includes(module)) throw new Refusal('not_permitted')
}
