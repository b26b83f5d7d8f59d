import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useTagDirectory } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { assignCriticalTag } from '#src/sync/study-parts/tags.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { notifyError } from '#src/ui/notes/notify.ts'
import { criticalTagReason } from './critical-reason.ts'
import { TagMark } from './TagMark.tsx'
import { TAG_WORDS as WORDS } from './words.ts'

const CriticalDialog = lazyPart(() =>
  import('../critical/CriticalDialog.tsx').then((part) => ({ default: part.CriticalDialog })),
)

export interface CriticalTagPopoverProps {
  study: Pick<StudyRow, 'id' | 'tag_critical' | 'tag_critical_id' | 'tag_color_critical'>
  /** The trigger, such as an icon; it becomes the content of a button. */
  children: ReactNode
  /** A new object opens it from elsewhere. */
  asked?: object | undefined
}

/** The critical tag of a study, with access to the record of who was informed (docs/reports.md#editor). */
export function CriticalTagPopover({ study, children, asked }: CriticalTagPopoverProps) {
  const [isOpen, popover] = useDisclosure(false)
  const [answered, setAnswered] = useState(asked)
  if (asked !== answered) {
    setAnswered(asked)
    popover.open()
  }
  const [isRecording, recording] = useDisclosure(false)
  const choose = (name: string) => {
    popover.close()
    assignCriticalTag(study.id, name).then(() => name !== '' && recording.open(), notifyError)
  }
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={popover.toggle}
        width={280}
        trapFocus
        withinPortal
        position="bottom-end"
      >
        <Popover.Target>
          <UnstyledButton
            aria-label={study.tag_critical ? `${WORDS.critical}: ${study.tag_critical}` : WORDS.critical}
            aria-haspopup="dialog"
            onClick={popover.toggle}
          >
            {children}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={WORDS.critical}>
          <Choices
            study={study}
            onChoose={choose}
            onRecord={() => {
              popover.close()
              recording.open()
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {isRecording && (
        <>
          <CriticalDialog studyId={study.id} opened onClose={recording.close} />
        </>
      )}
    </>
  )
}

interface ChoicesProps extends Pick<CriticalTagPopoverProps, 'study'> {
  onChoose: (name: string) => void
  onRecord: () => void
}

function Choices({ study, onChoose, onRecord }: ChoicesProps) {
  const reason = criticalTagReason(useSession())
  const { tags: all, isLoading } = useTagDirectory()
  const tags = all.filter(({ type }) => type === 'Critical')
  return (
    <Stack gap={6}>
      {reason !== undefined && (
        <Text c="dimmed" size="sm">
          {reason}
        </Text>
      )}
      {reason === undefined && !isLoading && tags.length === 0 && (
        <Text c="dimmed" size="sm">
          {WORDS.noTags}
        </Text>
      )}
      {reason === undefined &&
        tags.map(({ id, name, color }) => (
          <Button
            key={id}
            variant={id === study.tag_critical_id ? 'light' : 'subtle'}
            color="gray"
            justify="flex-start"
            aria-pressed={id === study.tag_critical_id}
            onClick={() => (id === study.tag_critical_id ? onRecord() : onChoose(name))}
          >
            <TagMark name={name} color={color} isCritical />
          </Button>
        ))}
      {reason === undefined && study.tag_critical_id !== null && (
        <>
          <Button variant="default" size="xs" onClick={() => onChoose('')}>
            {WORDS.remove}
          </Button>
          <Text c="dimmed" size="xs">
            {WORDS.removeHint}
          </Text>
        </>
      )}
      <Button variant="default" size="xs" onClick={onRecord}>
        {WORDS.record}
      </Button>
    </Stack>
  )
}
