import { Button, MultiSelect, Skeleton, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import type { AetSources } from '../pacs/use-aet-sources.ts'
import classes from './branches.module.css'
import { aetList, cleanedAets } from './cleaned-aets.ts'
import { BRANCH_WORDS as WORDS } from './words.ts'

export interface AetPickerProps {
  form: MasterFormState
  sources: AetSources
  disabled: boolean
}

/** The senders of a branch, chosen from those that its image server knows. */
export function AetPicker({ form, sources, disabled }: AetPickerProps) {
  const pacsId = typeof form.values.pacs_id === 'string' ? form.values.pacs_id : undefined
  const { ask } = sources
  useEffect(() => {
    if (pacsId !== undefined) ask(pacsId)
  }, [pacsId, ask])
  const answer = pacsId === undefined ? undefined : sources.answerOf(pacsId)
  const chosen = aetList(form.values.aet_sources)
  const known = answer && 'known' in answer ? answer.known : undefined
  const options = [...new Set([...(known ?? []), ...chosen])]
  const dropped = known ? cleanedAets(chosen.join(','), known).dropped : []
  return (
    <div className={classes.aets}>
      <MultiSelect
        label={WORDS.aets}
        description={WORDS.aetsHint}
        placeholder={chosen.length === 0 ? WORDS.aetsChoose : undefined}
        data={options}
        value={chosen}
        onChange={(aets) => form.setValue('aet_sources', aets.join(','))}
        error={form.errors.aet_sources}
        disabled={disabled || pacsId === undefined}
        searchable
        clearable
        hidePickedOptions
      />
      {pacsId === undefined ? (
        <Text size="sm" c="dimmed">
          {WORDS.aetsNoPacs}
        </Text>
      ) : !answer ? (
        <Skeleton height={18} w={280} aria-label={WORDS.aetsLoading} />
      ) : 'failure' in answer ? (
        <Text size="sm" c="orange" role="alert">
          {WORDS.aetsFailed(answer.failure)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => ask(pacsId, true)}>
            {WORDS.again}
          </Button>
        </Text>
      ) : dropped.length > 0 ? (
        <Text size="sm" c="orange" role="status">
          {WORDS.aetsDropped(dropped.join(', '))}
        </Text>
      ) : (
        answer.known.length === 0 && (
          <Text size="sm" c="dimmed">
            {WORDS.aetsNone}
          </Text>
        )
      )}
    </div>
  )
}
