import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { IconEye, IconPlus } from '@tabler/icons-react'
import {
  BOOKLET_BACKGROUNDS,
  BOOKLET_LAYOUTS,
  type BookletBackground,
  type BookletLayout,
  gridOf,
} from '#domain/study/booklet.ts'
import type { ShownBooklet } from '#src/sync/booklets/use-booklet.ts'
import type { BookletDraft } from './use-booklet-draft.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

const LAYOUTS = BOOKLET_LAYOUTS.map((value) => {
  const { columns, rows } = gridOf(value)
  return { value, label: WORDS.layoutOf(columns, rows) }
})
const GROUNDS = BOOKLET_BACKGROUNDS.map((value) => ({ value, label: WORDS.backgrounds[value] }))

interface BookletToolsProps {
  draft: BookletDraft
  booklet: ShownBooklet | undefined
  onView: () => void
}

/** Layout, background, more pages, preview, and where the booklet is saved. */
export function BookletTools({ draft, booklet, onView }: BookletToolsProps) {
  return (
    <Group justify="space-between" align="end" gap="sm">
      <Group align="end" gap="md">
        <Select<BookletLayout>
          label={WORDS.layout}
          w={110}
          allowDeselect={false}
          data={LAYOUTS}
          value={draft.content.layout}
          onChange={(layout) => layout && draft.setLook({ layout })}
        />
        <div>
          <Text size="sm" fw={500} id="booklet-ground">
            {WORDS.background}
          </Text>
          <SegmentedControl<BookletBackground>
            aria-labelledby="booklet-ground"
            data={GROUNDS}
            value={draft.content.empty_area_bg}
            onChange={(empty_area_bg) => draft.setLook({ empty_area_bg })}
          />
        </div>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={draft.addPage}>
          {WORDS.addPage}
        </Button>
      </Group>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {stateOf(draft, booklet)}
        </Text>
        <Button leftSection={<IconEye size={16} aria-hidden />} onClick={onView}>
          {WORDS.view}
        </Button>
      </Group>
    </Group>
  )
}

function stateOf({ isKeeping }: BookletDraft, booklet: ShownBooklet | undefined): string {
  if (isKeeping) return WORDS.keeping
  if (!booklet) return ''
  return booklet.isWaiting ? WORDS.onDevice : WORDS.onServer
}
