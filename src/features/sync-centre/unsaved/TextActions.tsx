import { Button, CopyButton, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { UnsavedText } from '#src/sync/drafts/use-unsaved-texts.ts'
import { dropDraft } from '#src/sync/reports/drafts.ts'
import { confirmTyped } from '#src/ui/dialog/confirm-typed.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { UNSAVED_WORDS as WORDS } from './words.ts'

export type VisitOfText = Extract<UnsavedText['place'], { visitId: string }>

export interface TextActionsProps {
  text: UnsavedText
  onVisit: (place: VisitOfText) => void
}

/**
 * The actions for a text: opening it and, if only a person can send it, copying and discarding its words.
 * That person may have lost the permission to open it, and could otherwise never remove it.
 */
export function TextActions({ text, onVisit }: TextActionsProps) {
  const { label, needsPerson, words } = text
  return (
    <Group gap="xs" role="group" aria-label={label}>
      <Way text={text} onVisit={onVisit} />
      {needsPerson && words !== undefined && words !== '' && (
        <CopyButton value={words}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? WORDS.copied : WORDS.copy}
            </Button>
          )}
        </CopyButton>
      )}
      {needsPerson && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => void discard(text)}>
          {WORDS.discard}
        </Button>
      )}
    </Group>
  )
}

async function discard({ id, label }: UnsavedText): Promise<void> {
  await confirmTyped({
    title: WORDS.discardTitle,
    message: WORDS.discardMessage(label),
    phrase: WORDS.discardPhrase,
    confirmLabel: WORDS.discard,
    act: async () => {
      await dropDraft(id)
      notifyDone(WORDS.discarded)
    },
  })
}

function Way({ text: { place, label }, onVisit }: TextActionsProps) {
  if (!place) return null
  if ('visitId' in place)
    return (
      <Button size="xs" variant="default" aria-description={label} onClick={() => onVisit(place)}>
        {WORDS.openVisit}
      </Button>
    )
  const [to, words] =
    'peer' in place
      ? [
          place.peer === 'reading' ? `/peer-learning?reading=${place.readingId}` : '/peer-learning?tab=mine',
          WORDS.openPeer,
        ]
      : [`/report/${place.studyId}`, WORDS.openReport]
  return (
    <Button size="xs" variant="default" component={Link} to={to} aria-description={label}>
      {words}
    </Button>
  )
}
