import { List } from '@mantine/core'
import type { LinkOpening } from '#contract/calls/sharing.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'

/** When and from where a link was opened, newest first. */
export function LinkOpenings({ openings }: { openings: readonly LinkOpening[] }) {
  if (openings.length === 0) return null
  return (
    <List size="xs" c="dimmed" listStyleType="none" aria-label="Openings">
      {openings.map(({ at, place }) => (
        <List.Item
          key={`${at} ${place}`}
        >{`${formatDateTime(new Date(at), branchZone())} · ${place}`}</List.Item>
      ))}
    </List>
  )
}
