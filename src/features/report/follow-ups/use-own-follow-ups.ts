import { useEffect, useState } from 'react'
import { type FollowUpProposal, keyOf } from '#domain/follow-up/recognise.ts'
import { findOwnFollowUps, keepOwnFollowUps } from '#src/sync/reports/own-follow-ups.ts'
import { notifyRefusal } from '#src/ui/notes/notify.ts'
import { FOLLOW_UP_WORDS as WORDS } from './words.ts'

/** Returns the key of a follow-up's record: one for each modality and body region. */
export const recordOf = ({ modality, regions }: FollowUpProposal) =>
  [modality.code, ...regions.toSorted()].join(' ')

/** Returns the follow-ups in the person's own words; unsent ones stay on this device when the page closes. */
export function useOwnFollowUps(reportId: string, sent: ReadonlySet<string>) {
  const [own, setOwn] = useState<readonly FollowUpProposal[]>([])
  // Unreadable follow-ups are not overwritten, so newly typed ones are not kept either.
  const [read, setRead] = useState<'not yet' | 'read' | 'unread'>('not yet')
  useEffect(() => {
    let isCurrent = true
    findOwnFollowUps(reportId).then(
      (kept) => {
        if (!isCurrent) return
        setOwn((typed) => [...kept, ...typed])
        setRead('read')
      },
      () => isCurrent && setRead('unread'),
    )
    return () => {
      isCurrent = false
    }
  }, [reportId])
  const isRead = read === 'read'
  useEffect(() => {
    if (!isRead) return
    const waiting = own.filter((one) => !sent.has(keyOf(one)))
    keepOwnFollowUps(reportId, waiting).catch(() => notifyRefusal(WORDS.ownNotKept))
  }, [reportId, isRead, own, sent])
  const forget = async () => {
    if (isRead) await keepOwnFollowUps(reportId, [])
  }
  const discard = async () => {
    await keepOwnFollowUps(reportId, [])
    setRead('read')
  }
  return { own, setOwn, forget, isUnread: read === 'unread', discard }
}
