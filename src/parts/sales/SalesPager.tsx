import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { SALES_LIST_WORDS as WORDS } from './words.ts'

export interface SalesPagerProps {
  page: { start: number; total: number; total_records: number; cur_page: number }
  pageSize: number
  onChange: (change: { p?: string; ps?: string }) => void
}

const NUMBER = new Intl.NumberFormat('en-US')

/** Where the page stands in the list, and the way to the other pages. */
export function SalesPager({ page, pageSize, onChange }: SalesPagerProps) {
  const { start, total, total_records: all, cur_page: current } = page
  const isCounted = all < COUNT_CAP
  const count = isCounted ? NUMBER.format(all) : `${NUMBER.format(COUNT_CAP - 1)}+`
  const hasNext = isCounted ? start + total < all : total === pageSize
  return (
    <Group justify="space-between" gap="xs" className="tabular">
      <Text c="dimmed" role="status">
        {total > 0 && WORDS.showing(String(start + 1), String(start + total), count)}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={WORDS.pageSize}
          data={SALES_PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(event) => onChange({ ps: event.currentTarget.value })}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.previousPage}
          disabled={current <= 1}
          onClick={() => onChange({ p: String(current - 1) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.nextPage}
          disabled={!hasNext}
          onClick={() => onChange({ p: String(current + 1) })}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
