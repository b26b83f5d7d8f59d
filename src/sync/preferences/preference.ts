import type { Databases } from '#src/db/open-databases.ts'
import { currentDevice } from '../current-device.ts'

/** A field with unsent text: `comment:<study or visit>:<type>`. */
export type UnsentCommentKey = `comment:${string}`

/** The sort order of a study list, for each mode separately. */
export type ListOrderName = `list_order:${string}`

/** Follow-ups in a reader's own words that go with the signature of a report: `own_follow_ups:<report>`. */
export type OwnFollowUpsName = `own_follow_ups:${string}`

/** The small preferences stored in a user's vault, and unsent texts. */
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
  | OwnFollowUpsName
  | UnsentCommentKey

const idOf = (name: PreferenceName) => `preference:${name}`

/** Returns the user's choice on this device; undefined if nothing was chosen or the user has no vault. */
export async function findPreference(
  name: PreferenceName,
  databases: Databases | undefined = currentDevice()?.databases,
): Promise<unknown> {
  return (await databases?.preferences.find(idOf(name)))?.body.value
}

/** Stores a choice sealed in the user's vault; undefined deletes it. Not stored for a user without a vault. */
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
