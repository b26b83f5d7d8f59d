import { Button, Group, SegmentedControl, Select, Stack, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import { useTemplateDirectory } from '#src/sync/directory/use-directory.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { InsertMode } from './insert-template.ts'

export interface TemplatesDialogProps {
  opened: boolean
  onClose: () => void
  /** Why nothing can be inserted now. */
  refusal: string | undefined
  onInsert: (template: TemplateItem, mode: InsertMode) => void
}

/** Chooses a template, then how to insert it into the report (docs/visits.md#booking: one must be chosen). */
export function TemplatesDialog({ opened, onClose, ...form }: TemplatesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.templates} size="md">
      {opened && <TemplateForm {...form} onClose={onClose} />}
    </Dialog>
  )
}

function TemplateForm({ onClose, refusal, onInsert }: Omit<TemplatesDialogProps, 'opened'>) {
  const { templates, isLoading } = useTemplateDirectory()
  const [chosen, setChosen] = useState<string | null>(null)
  const [mode, setMode] = useState<InsertMode>('below')
  const [isMissing, setMissing] = useState(false)
  const insert = () => {
    const template = templates.find(({ id }) => id === chosen)
    setMissing(!template)
    if (!template || refusal !== undefined) return
    onInsert(template, mode)
    onClose()
  }
  return (
    <Stack>
      <Select
        label={WORDS.templatesDialog}
        data-autofocus
        searchable
        clearable
        value={chosen}
        onChange={(id) => {
          setChosen(id)
          setMissing(false)
        }}
        data={groupedOptions(templates)}
        nothingFoundMessage={isLoading ? WORDS.loadingTemplates : WORDS.noTemplateFound}
        placeholder={WORDS.findTemplate}
        error={isMissing && WORDS.selectTemplate}
        maxDropdownHeight={320}
      />
      <SegmentedControl
        aria-label={WORDS.templateMode}
        value={mode}
        onChange={(value) => setMode(value)}
        data={[
          { value: 'below', label: WORDS.templateBelow },
          { value: 'replace', label: WORDS.templateReplace },
        ]}
      />
      <Group justify="flex-end">
        <Tooltip label={refusal} disabled={refusal === undefined}>
          <Button
            data-disabled={refusal !== undefined || undefined}
            aria-disabled={refusal !== undefined}
            aria-description={refusal}
            onClick={insert}
          >
            {WORDS.templateInsert}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

/** Returns the options grouped by department and category. */
function groupedOptions(templates: readonly TemplateItem[]) {
  const groups = Map.groupBy(templates, ({ department, category }) =>
    [department || WORDS.otherDepartment, category || WORDS.otherCategory].join(' · '),
  )
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([group, items]) => ({ group, items: items.map(({ id, name }) => ({ value: id, label: name })) }))
}
