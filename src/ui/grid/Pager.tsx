import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { UI_WORDS } from '../words.ts'
import { countText } from './count-text.ts'

const WORDS = UI_WORDS.pager

export interface PagerProps {
  /** `start` is the first row's index from 0; `total_records` stops at COUNT_CAP. */
  page: { start: number; total: number; total_records: number; cur_page: number }
  pageSize: number
  pageSizes: readonly number[]
  /** Shown after the page's text. */
  note?: ReactNode
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** The page's position in the list, and controls for paging. */
export function Pager({ page, pageSize, pageSizes, note, onPage, onPageSize }: PagerProps) {
  const { start, total, total_records: records, cur_page: current } = page
  const isCapped = records >= COUNT_CAP
  const pages = isCapped ? undefined : Math.max(1, Math.ceil(records / pageSize))
  const hasNext = isCapped ? total === pageSize : current < (pages ?? 1)
  return (
    <Group justify="space-between" gap="xs" mt="xs" className="tabular">
      <Text c="dimmed" role="status">
        {records === 0 ? '' : WORDS.showing(String(start + 1), String(start + total), countText(records))}
        {note !== undefined && <> {note}</>}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={WORDS.pageSize}
          data={pageSizes.map(String)}
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
