import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { LAB_PAGE_SIZES } from './lab-filter.ts'
import { LAB_WORDS as WORDS } from './words.ts'

export interface LabPagerProps {
  page: { start: number; total: number; total_records: number; cur_page: number }
  pageSize: number
  onChange: (change: { p?: string; ps?: string }) => void
}

const NUMBER = new Intl.NumberFormat('en-US')

/** The current page of the list, and buttons to other pages. */
export function LabPager({ page, pageSize, onChange }: LabPagerProps) {
  const { start, total, total_records: all, cur_page: current } = page
  const count = all >= COUNT_CAP ? `${NUMBER.format(COUNT_CAP - 1)}+` : NUMBER.format(all)
  const hasNext = all >= COUNT_CAP ? total === pageSize : start + total < all
  return (
    <Group justify="space-between" gap="xs" mt="xs" className="tabular">
      <Text c="dimmed" role="status">
        {total > 0 && WORDS.showing(String(start + 1), String(start + total), count)}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={WORDS.pageSize}
          data={LAB_PAGE_SIZES.map(String)}
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
