import { Box, Button, Group, Progress, Text } from '@mantine/core'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import type { CsvProgress } from './use-csv-file.ts'
import { CSV_WORDS as WORDS } from './words.ts'

export interface CsvWritingProps {
  label: string
  words?: (rows: string, of: string) => string
  progress: CsvProgress
  onCancel: () => void
}

/** How far the writing of a CSV file is, and Cancel. Beyond the count's cap, the maximum size of a file is the target. */
export function CsvWriting({
  label,
  words = WORDS.writing,
  progress: { rows, of },
  onCancel,
}: CsvWritingProps) {
  const expected = of < COUNT_CAP ? of : CSV_ROWS_MAX
  return (
    <Group gap="sm" wrap="nowrap">
      <Box w={220}>
        <Text size="sm" role="status">
          {words(numberText(rows), countText(of))}
        </Text>
        <Progress
          value={expected === 0 ? 0 : Math.min(100, (rows / expected) * 100)}
          aria-label={label}
          transitionDuration={0}
        />
      </Box>
      <Button variant="default" onClick={onCancel}>
        {WORDS.cancel}
      </Button>
    </Group>
  )
}

const NUMBER = new Intl.NumberFormat('en-US')
export const numberText = (value: number) => NUMBER.format(value)
