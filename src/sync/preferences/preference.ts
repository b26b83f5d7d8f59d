import type { Databases } from '#src/db/open-databases.ts'
import { currentDevice } from '../current-device.ts'

/** A field whose words nobody sent yet: `comment:<study or visit>:<type>`. */
export type HalfWrittenPlace = `comment:${string}`

/** The order of a study list, of each mode by itself. */
export type ListOrderName = `list_order:${string}`

/** The small choices that a person's vault remembers, and words that were not sent yet. */
export type PreferenceName =
  | 'dictation_language'
  | 'receipt_paper'
  | 'paper_letterhead'
  | 'push'
  | 'visits_branch'
  | 'bi_last_look'
  | 'flow_last_look'
  | 'leak_last_look'
  | 'skipped_studies'
  | ListOrderName
  | HalfWrittenPlace

const idOf = (name: PreferenceName) => `preference:${name}`

/** What the person chose on this device; undefined where nothing was chosen or the person has no vault. */
export async function findPreference(
  name: PreferenceName,
  databases: Databases | undefined = currentDevice()?.databases,
): Promise<unknown> {
  return (await databases?.preferences.find(idOf(name)))?.body.value
}

/** Remembers a choice in the person's vault, sealed; undefined forgets it. A person without a vault chooses anew each time. */
export async function keepPreference(
  name: PreferenceName,
  value: unknown,
  databases: Databases | undefined = currentDevice()?.databases,
): Promise<void> {
  if (!databases) return
  const { preferences, work } = databases
  if (value === undefined) return work.session.delete(idOf(name))
  await work.session.put(await preferences.seal({ id: idOf(name), rev: 0, body: { value } }))
}
