import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { PRINTED_WORDS as WORDS } from './words.ts'

const PrintedPapers = lazyPart(async () => ({
  default: (await import('./PrintedPapers.tsx')).PrintedPapers,
}))

/** Opens the list of papers of a kind, as they were printed. */
export function PrintedPapersButton({ kind }: { kind: PrintedKind }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <OnlineButton
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {WORDS.open}
      </OnlineButton>
      {isOpen && <PrintedPapers kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
