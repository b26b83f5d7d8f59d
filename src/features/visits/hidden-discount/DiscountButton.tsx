import { IconDiscount } from '@tabler/icons-react'
import { useState } from 'react'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import type { VisitListView } from '../use-visit-params.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

const DiscountDialog = lazyPart(() => import('./DiscountDialog.tsx'))

export interface DiscountButtonProps {
  view: VisitListView
  onSaved: () => void
}

/** Opens the special management discounts, if the client has bought them and the person may give them. */
export function DiscountButton({ view, onSaved }: DiscountButtonProps) {
  const { modules = [], main_modules = [] } = useSession() ?? {}
  const { online } = useLink()
  const [isOpen, setOpen] = useState(false)
  if (!modules.includes('special_mgmt_discount') || !main_modules.includes('special_mgmt_discount'))
    return null
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconDiscount size={16} aria-hidden />}
        reason={online ? undefined : WORDS.offline}
        onClick={() => setOpen(true)}
      >
        {WORDS.button}
      </ReasonButton>
      {isOpen && <DiscountDialog view={view} onClose={() => setOpen(false)} onSaved={onSaved} />}
    </>
  )
}
