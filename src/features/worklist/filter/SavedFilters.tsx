import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { SavedFilter } from '#contract/calls/saved-filters.ts'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import { formatTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSavedFilters } from '#src/sync/studies/use-saved-filters.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { countText } from '#src/ui/grid/count-text.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import { changeToSaved, type FilterChange, isSameFilter, type ListFilter } from './list-filter.ts'
import { SaveFilterButton } from './SaveFilterButton.tsx'

export interface SavedFiltersProps {
  flag: StudyListFlag
  filter: ListFilter
  isOnline: boolean
  onChange: (change: FilterChange) => void
}

/** A person's saved filters for this list, each with its number of studies, and a button to save another one. */
export function SavedFilters({ flag, filter, isOnline, onChange }: SavedFiltersProps) {
  const saved = useSavedFilters(flag, isOnline)
  const shown = saved.filters.find((one) => isSameFilter(filter, one.filter))
  const remove = ({ id, name }: SavedFilter) => {
    const { removeTitle: title, removeQuestion } = WORDS.saved
    return confirmAct({
      title,
      message: removeQuestion(name),
      confirmLabel: title,
      danger: true,
      act: async () => {
        await saved.remove(id)
        notifyDone(WORDS.saved.removed)
      },
    })
  }
  const countedAt = saved.countedAt && formatTime(saved.countedAt, branchZone())
  return (
    <div className={classes.savedFilters} role="group" aria-label={WORDS.saved.label}>
      {saved.filters.map((one) => (
        <SavedPill
          key={one.id}
          saved={one}
          isShown={one === shown}
          isOnline={isOnline}
          countedAt={countedAt}
          onChoose={() => onChange(changeToSaved(one.filter))}
          onRemove={() => void remove(one)}
        />
      ))}
      {!shown && <SaveFilterButton filter={filter} isOnline={isOnline} onSave={saved.save} />}
    </div>
  )
}

interface SavedPillProps {
  saved: SavedFilter
  isShown: boolean
  isOnline: boolean
  countedAt: string | undefined
  onChoose: () => void
  onRemove: () => void
}

function SavedPill({ saved, isShown, isOnline, countedAt, onChoose, onRemove }: SavedPillProps) {
  const { name, count } = saved
  return (
    <span className={classes.savedPill} data-shown={isShown || undefined}>
      <Tooltip label={WORDS.saved.counted(countText(count), countedAt)}>
        <UnstyledButton className={classes.savedName} aria-pressed={isShown} onClick={onChoose}>
          {name} <span className={classes.savedCount}>{countText(count)}</span>
        </UnstyledButton>
      </Tooltip>
      {isShown && (
        <Tooltip label={isOnline ? WORDS.saved.remove(name) : WORDS.saved.offline}>
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            aria-label={WORDS.saved.remove(name)}
            aria-disabled={!isOnline}
            data-disabled={!isOnline || undefined}
            onClick={isOnline ? onRemove : undefined}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  )
}
