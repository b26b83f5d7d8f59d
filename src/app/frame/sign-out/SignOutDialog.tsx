import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { saveSealedFile } from '#src/features/sync-centre/sealed/save-sealed-file.ts'
import { useUnsavedTexts } from '#src/sync/drafts/use-unsaved-texts.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type Queue, useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { confirmTyped } from '#src/ui/dialog/confirm-typed.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import type { SignOut } from './use-sign-out.ts'
import { useWaitUntilSent } from './use-wait-until-sent.ts'
import { SIGN_OUT_WORDS as WORDS } from './words.ts'

export interface SignOutDialogProps {
  leaving: SignOut
}

/** What prevents signing out, and the four options: wait, export it, give it up, stay. */
export function SignOutDialog({ leaving }: SignOutDialogProps) {
  const { unsent = 0, signOut, stay } = leaving
  const queue = useQueue()
  const texts = useUnsavedTexts().filter(({ needsPerson }) => needsPerson).length
  const [isWaiting, setWaiting] = useState(false)
  const [note, setNote] = useState<string>()
  const parts = useAct()
  const [, act] = parts
  useWaitUntilSent(isWaiting, leaving)

  const exportAll = async () => {
    const exported = await saveSealedFile()
    const left = await signOut()
    if (left > 0) setNote(WORDS.exportedNotAll(exported, left))
  }
  const giveUp = async () => {
    // The question would be beneath this dialog.
    stay()
    const isMeant = await confirmTyped({
      title: WORDS.giveUpTitle,
      message: WORDS.giveUpMessage(unsent),
      phrase: WORDS.giveUpPhrase,
      confirmLabel: WORDS.giveUpConfirm,
    })
    if (isMeant) await signOut({ giveUp: true })
  }

  return (
    <Dialog opened onClose={stay} title={WORDS.title} centered size="md">
      <Stack gap="sm">
        <What queue={queue} texts={texts} unsent={unsent} onLeave={stay} />
        {note !== undefined && <Alert color="orange">{note}</Alert>}
        {isWaiting ? (
          <Waiting onStop={() => setWaiting(false)} />
        ) : (
          <Button onClick={() => setWaiting(true)} data-autofocus>
            {WORDS.wait}
          </Button>
        )}
        <ActBox parts={parts} align="stretch">
          <Button variant="default" loading={act.isBusy} onClick={() => void act.run(exportAll)}>
            {WORDS.export}
          </Button>
        </ActBox>
        <Text c="dimmed" size="sm">
          {WORDS.exportHint}
        </Text>
        <Button variant="default" onClick={stay}>
          {WORDS.stay}
        </Button>
        <Button variant="subtle" color="red.4" onClick={() => void giveUp()}>
          {WORDS.giveUp}
        </Button>
      </Stack>
    </Dialog>
  )
}

interface WhatProps {
  queue: Queue
  /** Texts that only a person can save. */
  texts: number
  unsent: number
  onLeave: () => void
}

function What({ queue, texts, unsent, onLeave }: WhatProps) {
  const now = useTickingTime(true)
  const age = queue.oldest && ageText(now - queue.oldest.getTime())
  return (
    <Text component="div">
      {WORDS.what(unsent, age)}
      {queue.needsYou > 0 && (
        <p>
          {WORDS.needsYou(queue.needsYou)}{' '}
          <Anchor component={Link} to="/sync" onClick={onLeave}>
            {WORDS.syncCentre}
          </Anchor>
        </p>
      )}
      {texts > 0 && (
        <p>
          {WORDS.texts(texts)}{' '}
          <Anchor component={Link} to="/sync" onClick={onLeave}>
            {WORDS.syncCentre}
          </Anchor>
        </p>
      )}
    </Text>
  )
}

function Waiting({ onStop }: { onStop: () => void }) {
  const { online } = useLink()
  return (
    <>
      <Alert role="status">{online ? WORDS.waiting : WORDS.waitingOffline}</Alert>
      <Button variant="default" onClick={onStop}>
        {WORDS.stopWaiting}
      </Button>
    </>
  )
}
