import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

/** The page sizes offered by settings lists (docs/wire.md#lists-and-limits). */
export const PAGE_SIZES = [10, 20, 25, 50, 100] as const

export interface ListPagerProps {
  start: number
  shown: number
  totalRecords: number
  pageSize: number
  /** While nothing is known yet, no number is shown. */
  isLoading?: boolean
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** Counts stop at the cap. */
const countOf = (records: number) => (records >= COUNT_CAP ? '10,000+' : records)

/** 'Showing X - Y of N records.', the page size select and the paging buttons (docs/masters.md#lists). */
export function ListPager({
  start,
  shown,
  totalRecords,
  pageSize,
  isLoading = false,
  onPage,
  onPageSize,
}: ListPagerProps) {
  const page = Math.floor(start / pageSize) + 1
  const pages = Math.max(1, Math.ceil(totalRecords / pageSize))
  return (
    <Group justify="space-between" gap="xs" className="tabular">
      <Text c="dimmed" role="status">
        {!isLoading && WORDS.showing(shown === 0 ? 0 : start + 1, start + shown, countOf(totalRecords))}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={WORDS.pageSize}
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.previousPage}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text>{WORDS.page(page, pages)}</Text>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.nextPage}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
