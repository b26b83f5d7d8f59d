import { sql } from 'kysely'
import { modalityCodes } from '#domain/study/modalities.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Returns the modalities of the client's studies, each once and sorted; a study of `CT,MR` counts for both. */
export async function selectUsedModalities(tx: Tx, clientId: string): Promise<string[]> {
  const stored = await selectStoredModalities(tx, clientId)
  return [...new Set(stored.flatMap(modalityCodes))].sort()
}

/**
 * Returns the stored values that contain this modality: `CT` is in `CT` and in `CT,MR`. The list compares whole
 * values, because an index only covers whole values.
 */
export async function selectValuesOfModality(tx: Tx, clientId: string, modality: string): Promise<string[]> {
  return selectValuesOfModalities(tx, clientId, new Set([modality]))
}

/** Returns the stored values that contain one of these modalities. */
export async function selectValuesOfModalities(
  tx: Tx,
  clientId: string,
  modalities: ReadonlySet<string>,
): Promise<string[]> {
  const stored = await selectStoredModalities(tx, clientId)
  return stored.filter((value) => modalityCodes(value).some((code) => modalities.has(code)))
}

// Skips through the index by recursion; a plain `select distinct` would read every study.
async function selectStoredModalities(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ modality: string }>`
    with recursive used as (
      (select modality from study where client_id = ${clientId} and hidden is null order by modality limit 1)
      union all
      select (select s.modality from study s
        where s.client_id = ${clientId} and s.hidden is null and s.modality > used.modality
        order by s.modality limit 1)
      from used where used.modality is not null
    )
    select modality from used where modality <> ''`.execute(tx)
  return rows.map((row) => row.modality)
}
