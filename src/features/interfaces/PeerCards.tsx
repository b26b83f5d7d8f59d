import { Button, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { ExchangePeer } from '#contract/calls/interfaces.ts'
import { exchangeKindLabel } from '#domain/exchange/kinds.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './interfaces.module.css'
import { OutcomeBadge } from './outcome-badge.tsx'
import { INTERFACES_WORDS as WORDS } from './words.ts'

/** Limits the cards, so that many systems do not push the list down. */
const SHOWN = 8

export interface PeerCardsProps {
  peers: readonly ExchangePeer[]
  chosen: string | undefined
  zone: string
  now: Date
  onChoose: (id: string | undefined) => void
}

/** The other systems with their state; choosing one filters the page, choosing it again removes the filter. */
export function PeerCards({ peers, chosen, zone, now, onChoose }: PeerCardsProps) {
  const [isAll, setAll] = useState(false)
  if (peers.length === 0) return <EmptyState title={WORDS.noPeers} hint={WORDS.noPeersHint} />
  const shown = isAll ? peers : peers.filter(({ id }, place) => place < SHOWN || id === chosen)
  return (
    <section aria-label={WORDS.peers}>
      <ul className={classes.peers}>
        {shown.map((peer) => (
          <li key={peer.id}>
            <UnstyledButton
              className={classes.peer}
              aria-pressed={peer.id === chosen}
              onClick={() => onChoose(peer.id === chosen ? undefined : peer.id)}
            >
              <span className={classes.peerHead}>
                <Text span fw={600} truncate>
                  {peer.name}
                </Text>
                <OutcomeBadge outcome={peer.last_outcome} />
              </span>
              {peer.silent_since !== null && (
                <span>
                  <TintBadge colour="orange" size="sm">
                    {WORDS.silentSince(formatMoment(new Date(peer.silent_since), now, zone))}
                  </TintBadge>
                </span>
              )}
              <Text span size="xs" c="dimmed">
                {exchangeKindLabel(peer.kind)},{' '}
                {WORDS.lastAt(formatMoment(new Date(peer.last_at), now, zone))}
              </Text>
              <Text span size="xs" c="dimmed" className="tabular">
                {WORDS.day(peer.day_total, peer.day_bad)}
              </Text>
              {peer.last_reason !== '' && (
                <Text span size="xs" lineClamp={2}>
                  {peer.last_reason}
                </Text>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {peers.length > SHOWN && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? WORDS.fewerPeers : WORDS.allPeers(peers.length)}
        </Button>
      )}
    </section>
  )
}
