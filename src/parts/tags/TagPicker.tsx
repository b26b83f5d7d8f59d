import { Select, Tooltip } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useTags } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { assignTag } from '#src/sync/study-parts/tags.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { TagMark } from './TagMark.tsx'
import classes from './tags.module.css'
import { TAG_WORDS as WORDS } from './words.ts'

export interface TagPickerProps {
  study: Pick<StudyRow, 'id' | 'tag_id' | 'tag' | 'tag_color'>
  label?: string
}

/** The study's tag; read-only without assign_tag_to_study (docs/people.md#permissions). */
export function TagPicker({ study, label }: TagPickerProps) {
  const session = useSession()
  const tags = useTags().filter(({ type }) => type === 'Normal')
  const mayChange = session?.modules.includes('assign_tag_to_study') ?? false
  const colorOf = (id: string) => tags.find((tag) => tag.id === id)?.color ?? 'transparent'
  // An inactive tag cannot be chosen any more, but this study has it.
  const choices =
    tags.some(({ id }) => id === study.tag_id) || study.tag_id === null
      ? tags
      : [...tags, { id: study.tag_id, name: study.tag, color: study.tag_color }]
  return (
    <Tooltip label={WORDS.noRight} disabled={mayChange}>
      <Select
        label={label}
        aria-label={WORDS.tag}
        aria-description={mayChange ? undefined : WORDS.noRight}
        size="xs"
        placeholder={WORDS.none}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={study.tag_id}
        onChange={(tagId) => void assignTag(study.id, tagId).catch(notifyError)}
        clearable={mayChange}
        // Not `disabled`: its tooltip explains why it does not open.
        readOnly={!mayChange}
        leftSection={
          study.tag_id && <span className={classes.dot} aria-hidden style={{ background: study.tag_color }} />
        }
        renderOption={({ option }) => <TagMark name={option.label} color={colorOf(option.value)} />}
        comboboxProps={{ withinPortal: true }}
      />
    </Tooltip>
  )
}
