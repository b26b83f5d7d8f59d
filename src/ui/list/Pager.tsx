import { ActionIcon, Group, type GroupProps, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { countText } from '../grid/count-text.ts'
import { PAGE_SIZES } from './page-sizes.ts'
import { LIST_WORDS as WORDS } from './words.ts'

export interface PagerProps extends Pick<GroupProps, 'mt'> {
  /** `start` is the first row's index from 0, `total` the number of rows shown; `total_records` stops at COUNT_CAP. */
  page: { start: number; total: number; total_records: number }
  pageSize: number
  pageSizes?: readonly number[]
  /** Shown after the page's text. */
  note?: ReactNode
  onPage: (page: number) => void
  /** Absent if the list has one size of pages. */
  onPageSize?: (size: number) => void
}

/** 'Showing X - Y of N records.', the page size and the paging buttons of a list (docs/masters.md#lists). */
export function Pager({
  page: { start, total, total_records: records },
  pageSize,
  pageSizes = PAGE_SIZES,
  note,
  mt = 'xs',
  onPage,
  onPageSize,
}: PagerProps) {
  const current = Math.floor(start / pageSize) + 1
  const pages = records >= COUNT_CAP ? undefined : Math.max(1, Math.ceil(records / pageSize))
  const hasNext = pages === undefined ? total >= pageSize : current < pages
  return (
    <Group justify="space-between" gap="xs" mt={mt} className="tabular">
      <Text c="dimmed" role="status">
        {total > 0 && WORDS.showing(String(start + 1), String(start + total), countText(records))}
        {note !== undefined && <> {note}</>}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {onPageSize && (
          <NativeSelect
            size="xs"
            aria-label={WORDS.pageSize}
            data={pageSizes.map(String)}
            value={String(pageSize)}
            onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          />
        )}
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
