import { Stack, Text } from '@mantine/core'
import { CriticalTagPopover } from '#src/parts/tags/CriticalTagPopover.tsx'
import { TagPicker } from '#src/parts/tags/TagPicker.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { TagCell } from '../rows/cells.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import type { RowDialogProps } from './row-dialogs.tsx'

/** The tag and the critical tag of a study; a choice shows in the list immediately. */
export function TagsDialog({ study, opened, onClose }: RowDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.tagsTitle} centered>
      <Stack>
        <Text fw={600}>{study.pat_name || WORDS.nameless}</Text>
        <TagPicker study={study} label={WORDS.normalTag} />
        <div>
          <Text size="xs" fw={500} mb={4}>
            {WORDS.criticalTag}
          </Text>
          <CriticalTagPopover study={study}>
            <span className={classes.pickButton}>
              {study.tag_critical ? <TagCell row={{ ...study, tag: '' }} /> : WORDS.noCriticalTag}
            </span>
          </CriticalTagPopover>
        </div>
      </Stack>
    </Dialog>
  )
}
