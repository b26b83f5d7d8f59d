import type { Insertable } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { ConsentForm } from '#server/kernel/database/schema.ts'

type Laid = Pick<Insertable<ConsentForm>, 'id' | 'name' | 'name_slang'>

/**
 * Makes a consent form that the law prescribes; returns its revision, undefined where it stands already. The caller
 * writes its questions and its version, and announces it.
 */
export async function layForm(
  { tx, caller, now }: Context,
  { id, name, name_slang }: Laid,
): Promise<number | undefined> {
  const made = await tx
    .insertInto('consent_form')
    .values({ client_id: caller.clientId, id, name, name_slang, created: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('rev')
    .executeTakeFirst()
  return made?.rev
}

/** Gives a form its name in the second language, with the next revision; returns it. The caller announces the form. */
export async function nameInSecondLanguage(
  { tx, caller }: Context,
  id: string,
  nameSlang: string,
): Promise<number | undefined> {
  const translated = await tx
    .updateTable('consent_form')
    .set((is) => ({ name_slang: nameSlang, rev: is('rev', '+', 1) }))
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirst()
  return translated?.rev
}
