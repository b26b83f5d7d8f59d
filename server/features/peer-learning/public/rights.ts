import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'

/** Throws if the caller signs no reports: peer learning is only for doctors who do. */
export function demandPeer({ userType, isRefDoctor, isDoctor, canSign }: Caller): void {
  if (userType !== 'CLIENT' || isRefDoctor || !isDoctor || !canSign) throw new Refusal('not_permitted')
}

/** Throws if the client has not switched peer learning on. */
export async function demandSwitchedOn({ tx, caller }: Pick<Context, 'tx' | 'caller'>): Promise<void> {
  const setting = await findPeerSetting(tx, caller.clientId)
  if (!setting?.isOn) throw new Refusal('module_off', 'Peer learning is switched off for your client.')
}

export interface PeerSetting {
  isOn: boolean
  /** In percent. */
  share: number
  key: Buffer | null
  /** Since when it has been on without interruption; undefined if that was not recorded. */
  since: Date | undefined
}

export async function findPeerSetting(tx: Tx, clientId: string): Promise<PeerSetting | undefined> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['peer_learning', 'peer_share', 'peer_draw_key', 'peer_since'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return (
    row && {
      isOn: row.peer_learning,
      share: Number(row.peer_share),
      key: row.peer_draw_key,
      since: row.peer_since ?? undefined,
    }
  )
}

/**
 * Returns true while the study waits for the caller's second reading, during which the caller may open its images.
 */
export async function readsItAgain(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  studyId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('peer_reading as p')
    .innerJoin('client_setting as c', 'c.client_id', 'p.client_id')
    .select('p.id')
    .where('p.client_id', '=', caller.clientId)
    .where('p.study_id', '=', studyId)
    .where('p.reader_id', '=', caller.userId)
    .where('p.read_on', 'is', null)
    .where('c.peer_learning', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
