import { sql } from 'kysely'
import {
  type AiCompanyBodyPart,
  type AiCompanyModality,
  type AiCurrency,
  aiCompany,
} from '#contract/masters/ai-company.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PlatformTable } from './platform-table.ts'

interface BodyPartRow {
  id: string
  company_id: string
  modality: string
  bodypart: string
  price: string
  currency: AiCurrency
  description: string
  viewer_url: string
}

/** The list records of AI companies: what they read, by modality; of the password only whether there is one. */
export const companyTable: PlatformTable<typeof aiCompany> = {
  master: aiCompany,
  complete: async (tx, rows) => {
    const parts = await selectModalities(
      tx,
      rows.map(({ id }) => id),
    )
    return new Map(rows.map(({ id }) => [id, { modalities: parts.get(id) ?? [], has_basic_auth_pwd: 1 }]))
  },
}

/** Selects what companies read, by company; runs with the platform's role. */
export async function selectModalities(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, AiCompanyModality[]>> {
  const { rows } = await sql<BodyPartRow>`
    select id, company_id, modality, bodypart, price, currency, description, viewer_url from ai_company_bodypart
    where company_id = any(${[...companyIds]}::uuid[]) and active order by modality, lower(bodypart), id`.execute(
    tx,
  )
  const ofCompanies = Map.groupBy(rows, ({ company_id }) => company_id)
  return new Map([...ofCompanies].map(([id, parts]) => [id, byModality(parts)]))
}

const byModality = (parts: readonly BodyPartRow[]): AiCompanyModality[] =>
  [...Map.groupBy(parts, ({ modality }) => modality)].map(([modality, some]) => ({
    modality,
    bodyparts: some.map(toBodyPart),
  }))

const toBodyPart = ({
  id,
  bodypart,
  price,
  currency,
  description,
  viewer_url,
}: BodyPartRow): AiCompanyBodyPart => ({
  id,
  bodypart,
  price: Number(price),
  currency,
  description,
  viewer_url,
})

/** Returns the modalities in display order, each once. */
export function inShownOrder(modalities: readonly AiCompanyModality[]): AiCompanyModality[] {
  const named = Map.groupBy(
    modalities.flatMap(({ modality, bodyparts }) => bodyparts.map((part) => ({ modality, part }))),
    ({ modality }) => modality,
  )
  return [...named]
    .map(([modality, rows]) => ({
      modality,
      bodyparts: rows
        .map(({ part }) => part)
        .toSorted((a, b) => compare(nameOf(a), nameOf(b)) || compare(a.id, b.id)),
    }))
    .toSorted((a, b) => compare(a.modality, b.modality))
}

const nameOf = ({ bodypart }: AiCompanyBodyPart) => bodypart.toLowerCase()
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
