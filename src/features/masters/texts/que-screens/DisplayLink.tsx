import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import type { QueScreenRecord } from '#contract/masters/que-screen.ts'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { QUE_WORDS as WORDS } from '../words.ts'

const ICON = { size: 15, stroke: 1.5, 'aria-hidden': true } as const

/** The address of the public display, opened in a new tab (docs/masters.md#queue-screens-and-consent-forms). */
export function DisplayLink({ screen }: { screen: Pick<QueScreenRecord, 'uid' | 'name'> }) {
  const path = `/que/${screen.uid}`
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
    notifyDone(WORDS.copied)
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor
        href={path}
        target="_blank"
        rel="noopener"
        size="sm"
        aria-label={WORDS.openOf(screen.name)}
        onClick={(event) => event.stopPropagation()}
      >
        <Group gap={4} wrap="nowrap">
          <IconExternalLink {...ICON} />
          {WORDS.open}
        </Group>
      </Anchor>
      <Tooltip label={WORDS.copy}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.copy}
          onClick={(event) => {
            event.stopPropagation()
            void copy().catch(notifyError)
          }}
        >
          <IconCopy {...ICON} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
