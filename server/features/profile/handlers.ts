import type { CompanyInput, ProfileInput, profileCalls } from '#contract/calls/profile.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { FilePurpose } from '#server/kernel/files/purposes.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { saveOwnProfile } from '../people/public/save-own-profile.ts'
import { updateCompany } from '../platform/public/write-client.ts'
import { selectProfile } from './store.ts'

/** Checked before the input is parsed. */
export const PROFILE_DEMANDS: DemandsFor<typeof profileCalls> = {
  detail: ({ userType }) => demandProfile(userType),
  update: ({ userType }) => demandProfile(userType),
  updateCompany: demandAdministrator,
}

export const profileHandlers: HandlersFor<typeof profileCalls> = {
  detail: async (_, { tx, caller }) => {
    demandProfile(caller.userType)
    return { result: await selectProfile(tx, caller) }
  },
  update: async (input, ctx) => {
    demandProfile(ctx.caller.userType)
    await saveProfile(input, ctx)
    return { message: 'Saved', result: await selectProfile(ctx.tx, ctx.caller) }
  },
  updateCompany: async (input, ctx) => {
    demandAdministrator(ctx.caller)
    await saveCompany(input, ctx)
    return { message: 'Saved', result: await selectProfile(ctx.tx, ctx.caller) }
  },
}

function demandAdministrator({ isClientAdmin }: Caller): void {
  if (!isClientAdmin) throw new Refusal('not_permitted')
}

// Patients have no profile (docs/people.md#permissions).
function demandProfile(userType: string): void {
  if (userType === 'PATIENT') throw new Refusal('not_permitted')
}

async function saveProfile(input: ProfileInput, ctx: Context): Promise<void> {
  const { caller } = ctx
  await demandFile(ctx, 'image_file_id', input.image_file_id, { purpose: 'photo', ownerId: caller.userId })
  const after = await saveOwnProfile(ctx, input)
  await ctx.audit('save_profile', 'user', caller.userId, { rev: after.rev })
}

async function saveCompany(input: CompanyInput, ctx: Context): Promise<void> {
  for (const field of ['company_logo_file_id', 'powered_logo_file_id'] as const)
    await demandFile(ctx, field, input[field], { purpose: 'logo', ownerId: null })
  await updateCompany(ctx.tx, ctx.caller.clientId, input)
  await ctx.audit('save_company', 'client', ctx.caller.clientId)
}

async function demandFile(
  { tx, caller }: Context,
  field: string,
  fileId: string | null,
  { purpose, ownerId }: { purpose: FilePurpose; ownerId: string | null },
): Promise<void> {
  if (fileId === null) return
  const file = await tx
    .selectFrom('file')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', fileId)
    .where('purpose', '=', purpose)
    .where('owner_id', 'is not distinct from', ownerId)
    .executeTakeFirst()
  if (!file) throw invalid({ [field]: 'is not such a picture' })
}
