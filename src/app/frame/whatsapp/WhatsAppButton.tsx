import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { allOf, anyOf, hasAnyModule, permits } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { WHATSAPP_WORDS as WORDS } from './words.ts'

const WhatsAppDialog = lazyPart(() =>
  import('./WhatsAppDialog.tsx').then((part) => ({ default: part.WhatsAppDialog })),
)

/** Staff who write to patients, at a centre that sends via WhatsApp. */
const mayLink = allOf(hasAnyModule('whatsapp_send'), anyOf(permits('share_study'), permits('appointments')))

/** Opens the dialog that links the sending number (docs/screens.md#the-shell). */
export function WhatsAppButton({ session }: { session: SessionFields }) {
  const [isOpen, dialog] = useDisclosure(false)
  if (!mayLink(session)) return null
  return (
    <>
      <Tooltip label={WORDS.open}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={WORDS.open} onClick={dialog.open}>
          <IconBrandWhatsapp size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <>
          <WhatsAppDialog opened onClose={dialog.close} />
        </>
      )}
    </>
  )
}
