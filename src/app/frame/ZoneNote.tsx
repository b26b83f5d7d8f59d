import { Text, Tooltip } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { SessionFields } from '#domain/access/session.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { isSameClock, nameOfZone } from '#src/ui/time/zone-names.ts'
import classes from './frame.module.css'
import { useMinute } from './use-minute.ts'

const WORDS = {
  of: (zone: string) => `Times: ${zone}`,
  ofEach: 'Times: each branch’s own',
  hint: (zone: string) => `Times of a branch are said in its time zone. This computer is on ${zone}.`,
} as const

/** Names the time zone of the shown times if the reader is in a different one from the branch. */
export function ZoneNote({ session: { time_zone, branch_zones } }: { session: SessionFields }) {
  const now = useMinute()
  const zones = branch_zones ? Object.values(branch_zones) : [time_zone || READER_ZONE]
  if (zones.every((zone) => isSameClock(zone, READER_ZONE, now))) return null
  const words = branch_zones ? WORDS.ofEach : WORDS.of(nameOfZone(time_zone || READER_ZONE, now))
  return (
    <Tooltip label={WORDS.hint(nameOfZone(READER_ZONE, now))}>
      <Text size="sm" c="dimmed" className={classes.zone} tabIndex={0}>
        <IconClock size={16} aria-hidden /> <span>{words}</span>
      </Text>
    </Tooltip>
  )
}
