import { Button, Tooltip } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { CLINICAL_WORDS as WORDS } from './words.ts'

/** Opens the paper of a prescription; disabled if it is empty. */
export function PrintButton({ isEmpty, onClick }: { isEmpty: boolean; onClick: () => void }) {
  const reason = isEmpty ? WORDS.nothingToPrint : undefined
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        data-disabled={isEmpty || undefined}
        aria-disabled={isEmpty}
        aria-description={reason}
        onClick={() => !isEmpty && onClick()}
      >
        {WORDS.print}
      </Button>
    </Tooltip>
  )
}
