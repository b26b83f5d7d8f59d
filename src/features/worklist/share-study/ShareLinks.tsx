import { Button, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { type ShareLinkRow, sharingCalls } from '#contract/calls/sharing.ts'
import { SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { LinkOpenings } from '#src/parts/messages/LinkOpenings.tsx'
import classes from '#src/parts/messages/messages.module.css'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { SHARE_WORDS } from './words.ts'

const { links: WORDS, offline } = SHARE_WORDS

/** The links created for a study: by whom, until when, how often opened, and a way to revoke one. */
export function ShareLinks({ studyId }: { studyId: string }) {
  const { online } = useLink()
  const { links, error, refresh } = useLinks(studyId, online)
  if (!online) return <Text c="dimmed">{offline}</Text>
  if (error) return <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
  if (!links) return <SkeletonRows />
  if (links.length === 0) return <Text c="dimmed">{WORDS.empty}</Text>
  return (
    <ul className={classes.list} aria-label={SHARE_WORDS.tabs.links}>
      {links.map((link) => (
        <LinkItem key={link.id} link={link} onRevoked={refresh} />
      ))}
    </ul>
  )
}

const moment = (instant: string) => formatDateTime(new Date(instant), branchZone())

function LinkItem({ link, onRevoked }: { link: ShareLinkRow; onRevoked: () => void }) {
  const now = useTickingTime(true)
  const made = moment(link.created)
  const isOver = link.revoked !== null || (link.expires !== null && Date.parse(link.expires) <= now)
  const [box, act] = useAct()
  const revoke = async () => {
    const isSure = await confirmAction({
      title: WORDS.revokeTitle,
      message: WORDS.revokeQuestion(made),
      confirmLabel: WORDS.revoke,
      danger: true,
    })
    if (!isSure) return
    await act.run(async () => {
      const { message } = await callApi(sharingCalls.revoke, { id: link.id })
      notifyDone(message)
    })
    onRevoked()
  }
  return (
    <li className={classes.item}>
      <Stack gap={0} className={classes.about}>
        <Text fw={600}>
          {link.channel === 'Q' ? 'QR' : SHARE_CHANNEL_TABLE[link.channel].label}
          {` · ${link.with_report ? WORDS.withReport : WORDS.imagesOnly}`}
        </Text>
        <Text size="sm" c="dimmed">
          {[WORDS.made(made, link.created_by), endOf(link)].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <Stack gap={0}>
        <Text size="sm">{link.openings === 0 ? WORDS.never : WORDS.openings(link.openings)}</Text>
        <LinkOpenings openings={link.opened_from} />
      </Stack>
      {!isOver && (
        <Button
          size="compact-sm"
          variant="default"
          loading={act.isBusy}
          aria-label={WORDS.revokeOf(made)}
          onClick={() => void revoke()}
        >
          {WORDS.revoke}
        </Button>
      )}
      {act.problem && (
        <div ref={box} className={classes.refusal}>
          <RefusalNote act={act} />
        </div>
      )}
    </li>
  )
}

function endOf({ revoked, expires }: ShareLinkRow): string {
  if (revoked) return WORDS.revoked(moment(revoked))
  if (!expires) return ''
  return new Date(expires) <= new Date() ? WORDS.ended(moment(expires)) : WORDS.ends(moment(expires))
}

interface KnownLinks {
  /** The request that this answers. */
  round: number
  links?: readonly ShareLinkRow[]
  error?: Error
}

function useLinks(studyId: string, isOnline: boolean) {
  const [known, setKnown] = useState<KnownLinks>({ round: 0 })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    callApi(sharingCalls.links, { study_id: studyId }, { signal: asked.signal }).then(
      ({ result }) => setKnown({ round, links: result }),
      (error: Error) => {
        if (!asked.signal.aborted) setKnown({ round, error })
      },
    )
    return () => asked.abort()
  }, [studyId, isOnline, round])
  const refresh = useCallback(() => setRound((now) => now + 1), [])
  return { links: known.links, error: known.error, refresh }
}
