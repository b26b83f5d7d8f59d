import { consentForm } from '#contract/masters/consent-form.ts'
import { hasSecondLanguage } from '#domain/consent/form-content.ts'
import {
  FORM_F_IDS,
  FORM_F_NAMES,
  FORM_F_PARTS,
  FORM_F_SLANG_NAMES,
  type FormFPart,
  formFQuestions,
  isSectionC,
} from '#domain/pndt/form-f.ts'
import { findForm } from '#server/features/consent-forms/public/form-versions.ts'
import { keepPresentVersion } from '#server/features/consent-forms/public/keep-versions.ts'
import { layForm, nameInSecondLanguage } from '#server/features/consent-forms/public/lay-form.ts'
import { writeQuestions } from '#server/features/consent-forms/public/questions.ts'
import type { Context } from '#server/kernel/context.ts'
import { announce } from '#server/masters/announce.ts'

/**
 * Makes the parts of Form F consent forms of the client, once: from then on every device of it has them. Section C comes
 * with the first invasive service: older devices offer its parts at every visit.
 */
export async function layFormF(ctx: Context): Promise<void> {
  const isInvasive = await hasInvasiveService(ctx)
  for (const part of FORM_F_PARTS.filter((one) => isInvasive || !isSectionC(one))) {
    const rev = (await makePart(ctx, part)) ?? (await translatePart(ctx, part))
    if (rev === undefined) continue
    const id = FORM_F_IDS[part]
    await writeQuestions(ctx, id, formFQuestions(part))
    await keepPresentVersion(ctx, id)
    await announce(ctx, consentForm, { id, rev })
    await ctx.audit('save', consentForm.key, id, { rev, changed: ['form_f'] })
  }
}

async function hasInvasiveService({ tx, caller }: Context): Promise<boolean> {
  const service = await tx
    .selectFrom('service')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('is_invasive', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  return service !== undefined
}

/** Returns the revision of a part that was made; undefined where it stands already. */
const makePart = (ctx: Context, part: FormFPart): Promise<number | undefined> =>
  layForm(ctx, { id: FORM_F_IDS[part], name: FORM_F_NAMES[part], name_slang: FORM_F_SLANG_NAMES[part] })

/**
 * Returns the revision of a part that was made in English alone and now gets its second language. One that a person saved
 * is the centre's own: whoever took the second language out does not get it back.
 */
async function translatePart(ctx: Context, part: FormFPart): Promise<number | undefined> {
  const id = FORM_F_IDS[part]
  const nameSlang = FORM_F_SLANG_NAMES[part]
  if (nameSlang === '') return undefined
  const form = (await isAsMade(ctx, id)) && (await findForm(ctx.tx, ctx.caller.clientId, id))
  if (!form || hasSecondLanguage(form.content)) return undefined
  // Tablets that are offline sign the version in English alone.
  await keepPresentVersion(ctx, id)
  return nameInSecondLanguage(ctx, id, nameSlang)
}

/** True while nobody has saved the form: every save of it counts its revision up. */
async function isAsMade({ tx, caller }: Context, id: string): Promise<boolean> {
  const form = await tx
    .selectFrom('consent_form')
    .select('rev')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('rev', '=', AS_MADE)
    .executeTakeFirst()
  return form !== undefined
}
const AS_MADE = 1
