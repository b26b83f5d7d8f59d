import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { COUNT_CAP, STUDY_PAGE_SIZES } from '#contract/kernel/paging.ts'
import type { StudyList } from '#src/sync/studies/use-study-list.ts'
import { countText } from './count-text.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

export interface PagerProps {
  page: StudyList['page']
  pageSize: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** Where the page stands in the list, and the ways to the next ones. */
export function Pager({ page, pageSize, onPage, onPageSize }: PagerProps) {
  const { start, total, total_records: records, cur_page: current } = page
  const isCapped = records >= COUNT_CAP
  const pages = isCapped ? undefined : Math.max(1, Math.ceil(records / pageSize))
  const hasNext = isCapped ? total === pageSize : current < (pages ?? 1)
  return (
    <Group justify="space-between" gap="xs" mt="xs" className="tabular">
      <Text c="dimmed" role="status">
        {records === 0 ? '' : WORDS.showing(String(start + 1), String(start + total), countText(records))}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={WORDS.pageSize}
          data={STUDY_PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.previousPage}
          disabled={current <= 1}
          onClick={() => onPage(current - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text>{WORDS.pageOf(current, pages)}</Text>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.nextPage}
          disabled={!hasNext}
          onClick={() => onPage(current + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
