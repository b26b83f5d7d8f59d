import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { MoneyFormat } from '#domain/money/currency.ts'
import type { Context } from '#server/kernel/context.ts'
import { type Figures, scopeOf } from '../sales/public/figures.ts'
import { readCompany } from '../visits/public/reading/company.ts'
import type { PaperFrame } from './frame-paper.ts'
import type { FilterNames } from './public/filter-words.ts'

/** A frame with the stored pictures of its letterhead, by file id. */
export interface ReadFrame {
  frame: PaperFrame
  money: MoneyFormat
  /** SHA-256 of each picture, which identifies its stored bytes. */
  pictures: ReadonlyMap<string, Buffer>
}

/** Reads the data around the figures: the company, the branch with its letterhead, the moment, the reader. */
export async function readFrame(ctx: Context, figures: Figures, title: string): Promise<ReadFrame> {
  const { clientId } = ctx.caller
  const company = await readCompany(ctx)
  const { locale, no_of_decimal } = await ctx.tx
    .selectFrom('client')
    .select(['locale', 'no_of_decimal'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const branch = await findOneBranch(figures)
  const pictures = await selectPictures(figures, [branch?.header_file_id, branch?.footer_file_id])
  const pictured = (id: string | null | undefined) => (id && pictures.has(id) ? id : undefined)
  const { scope, asAt, caller } = figures
  return {
    money: { locale, currency: company.currency, decimals: no_of_decimal },
    pictures,
    frame: {
      title,
      issuer: [company.name, company.address, [company.phone, company.email].filter(Boolean).join('  ·  ')],
      letterhead: {
        headerImageId: pictured(branch?.header_file_id),
        footerImageId: pictured(branch?.footer_file_id),
      },
      branch: branch?.name,
      fromDay: scope.fromDay,
      toDay: scope.toDay,
      asAt,
      scope: scopeOf(caller),
      reader: caller.name,
    },
  }
}

/** Returns the branch of a paper about only one; the paper then has its letterhead. */
async function findOneBranch({ tx, caller, scope }: Figures) {
  const [only, ...others] = scope.zones.flatMap(({ branchIds }) => branchIds)
  if (only === undefined || others.length > 0) return undefined
  return tx
    .selectFrom('branch')
    .select(['name', 'header_file_id', 'footer_file_id'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', only)
    .executeTakeFirst()
}

async function selectPictures(
  { tx, caller }: Figures,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = ids.filter((id) => typeof id === 'string')
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file')
    .select(['id', 'sha256'])
    .where('client_id', '=', caller.clientId)
    .where('purpose', '=', 'letterhead')
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

/** Selects the names for ids in filters: people, departments, machines and services of the client. */
export async function selectFilterNames(
  { tx, caller }: Figures,
  ids: readonly string[],
): Promise<FilterNames> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from app_user where client_id = ${caller.clientId} and id = any(${wanted}::uuid[])
    union all select id, name from machine where client_id = ${caller.clientId} and id = any(${wanted}::uuid[])
    union all select id, name from service where client_id = ${caller.clientId} and id = any(${wanted}::uuid[])
    union all select id, name from department
      where client_id in (${caller.clientId}, ${PLATFORM_CLIENT_ID}) and id = any(${wanted}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
