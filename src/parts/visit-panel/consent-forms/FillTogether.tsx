import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { ConsentForm } from '#src/parts/consent-form/ConsentForm.tsx'
import { openDraft, signedInput } from '#src/parts/consent-form/consent-draft.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { commandsOf } from '#src/sync/desk/waiting-commands.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { consentLabel } from './hand-over-form.ts'
import { CONSENTS_WORDS } from './words.ts'

const { fill: WORDS } = CONSENTS_WORDS

export interface FillTogetherProps {
  visit: Shown<'visit'>
  detail: FormToFill
  onClose: () => void
}

/** The full-screen form, filled in by desk and patient together; stored on this device at once. */
export function FillTogether({ visit, detail, onClose }: FillTogetherProps) {
  const [initial] = useState(() => openDraft(mintId(), detail))
  const submit = async (draft: ConsentDraft) => {
    const input = { ...signedInput(draft, detail, new Date()), appt_id: visit.id, via: 'Desk' as const }
    await enqueue('consent/sign', input, {
      label: consentLabel(detail),
      depends: await commandsOf('visit', visit.id),
    })
    notifyDone(WORDS.done)
    onClose()
  }
  return (
    <Dialog
      opened
      fullScreen
      onClose={onClose}
      closeOnEscape={false}
      title={detail.form.name}
      closeButtonProps={{ 'aria-label': WORDS.close }}
    >
      <ConsentForm detail={detail} initial={initial} onSubmit={submit} />
    </Dialog>
  )
}
