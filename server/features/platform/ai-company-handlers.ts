import { sql } from 'kysely'
import type { aiCompanyCalls } from '#contract/calls/platform.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type AiCompanyInput, aiCompany } from '#contract/masters/ai-company.ts'
import { stripWhitespace } from '#domain/access/password-rule.ts'
import { faultOfModalities } from '#domain/masters/ai-modalities.ts'
import type { Caller, HandlersFor, Tx } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { columnsOf } from '#server/masters/columns.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { hashPassword } from '../auth/public/password.ts'
import { companyTable, inShownOrder, selectModalities } from './ai-company-record.ts'
import { demandPlatform } from './demand-platform.ts'
import { findRow, selectPage } from './platform-table.ts'
import { type PlatformDraft, type PlatformSave, putRow, savePlatformRecord } from './save-platform-record.ts'

const stripped = (input: AiCompanyInput): AiCompanyInput => ({
  ...input,
  basic_auth_usr: stripWhitespace(input.basic_auth_usr),
})

const save: PlatformSave<typeof aiCompany, AiCompanyInput> = {
  table: companyTable,
  asShown: (input) => ({ ...input, modalities: inShownOrder(input.modalities) }),
  write: async (draft, { tx, now }) => {
    const { input, before } = draft
    demandUserAndPassword(draft)
    const fault = faultOfModalities(input.modalities)
    if (fault !== undefined) throw invalid({ modalities: fault })
    const columns = {
      ...columnsOf(aiCompany, input, before === undefined),
      ...(input.basic_auth_pwd ? { basic_auth_pwd_hash: await hashPassword(input.basic_auth_pwd) } : {}),
      ...(before ? {} : { created: now }),
    }
    await asPlatform(tx, async (tx) => {
      await putRow(tx, aiCompany, draft, columns)
      await putBodyParts(tx, draft)
    })
  },
}

// Without either, nobody could send results in this company's name; with an empty one, anybody could.
function demandUserAndPassword({ input, before }: PlatformDraft<AiCompanyInput>): void {
  if (input.basic_auth_usr === '') throw invalid({ basic_auth_usr: 'is required' })
  if (input.basic_auth_pwd === '' || (!before && input.basic_auth_pwd == null))
    throw invalid({ basic_auth_pwd: 'is required' })
}

// Removed body parts are deactivated and kept: clients have bought them, and results refer to them.
async function putBodyParts(tx: Tx, { id, input }: PlatformDraft<AiCompanyInput>): Promise<void> {
  const parts = input.modalities.flatMap(({ modality, bodyparts }) =>
    bodyparts.map((part) => ({ ...part, modality })),
  )
  const ids = parts.map((part) => part.id)
  if (new Set(ids).size < ids.length) throw invalid({ modalities: 'name a body part twice' })
  await sql`update ai_company_bodypart set active = false
    where company_id = ${id} and not (id = any(${ids}::uuid[]))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into ai_company_bodypart (id, company_id, modality, bodypart, price, currency, description, viewer_url)
    select p.id, ${id}::uuid, p.modality, p.bodypart, p.price, p.currency, p.description, p.viewer_url
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (id uuid, modality text, bodypart text, price numeric,
      currency text, description text, viewer_url text)
    on conflict (id) do update set modality = excluded.modality, bodypart = excluded.bodypart, price = excluded.price,
      currency = excluded.currency, description = excluded.description, viewer_url = excluded.viewer_url, active = true
    where ai_company_bodypart.company_id = excluded.company_id
    returning id`.execute(tx)
  if (rows.length !== ids.length) throw invalid({ modalities: 'name a body part of another company' })
}

/** Checked before the input is parsed. */
export const AI_COMPANY_DEMANDS: DemandsFor<typeof aiCompany.calls> = {
  list: (caller) => demandRead(aiCompany, caller),
  save: (caller) => demandWrite(aiCompany, caller),
  remove: (caller) => demandWrite(aiCompany, caller),
}

/** Handlers of AI companies (docs/masters.md#ai). The list is short and is paged on the device. */
export const aiCompanyHandlers: HandlersFor<typeof aiCompany.calls> = {
  list: async ({ p, ps, ...filter }, { tx, caller }) => {
    demandRead(aiCompany, caller)
    return {
      result: await selectPage(tx, companyTable, filter, { p, ps }),
    }
  },
  save: async (input, ctx) => {
    demandWrite(aiCompany, ctx.caller)
    const given = stripped(input)
    const result = await savePlatformRecord(save, given, ctx)
    return { message: 'Saved', result }
  },
  remove: async ({ id }, ctx) => {
    demandWrite(aiCompany, ctx.caller)
    await asPlatform(ctx.tx, async (tx) => {
      const row = await findRow(tx, aiCompany, id, 'lock')
      if (!row || row.hidden !== null) throw new Refusal('not_found')
      // Frees its user name for another company; its results stay with their studies.
      await sql`update ai_company set active = false, hidden = ${ctx.now}, basic_auth_usr = id::text, rev = rev + 1
        where id = ${id}`.execute(tx)
    })
    await ctx.audit('delete', aiCompany.key, id)
    return { message: 'Deleted' }
  },
}

/** Throws if the caller may manage neither AI companies nor clients, who are assigned their body parts. */
export const demandCompanyParts = (caller: Caller): void =>
  demandPlatform(caller, caller.permissions.has('manage_masters') ? 'manage_masters' : 'manage_clients')

/** Handlers for what a company reads, for those who assign it to clients. */
export const aiCompanyPartHandlers: HandlersFor<typeof aiCompanyCalls> = {
  bodyParts: async ({ id }, { tx, caller }) => {
    demandCompanyParts(caller)
    const result = await asPlatform(tx, async (tx) => {
      const row = await findRow(tx, aiCompany, id)
      return row && row.hidden === null ? ((await selectModalities(tx, [id])).get(id) ?? []) : undefined
    })
    if (!result) throw new Refusal('not_found')
    return { result }
  },
}
