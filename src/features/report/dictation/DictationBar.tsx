import { Select } from '@mantine/core'
import { memo } from 'react'
import {
  DICTATION_LANGUAGES,
  type DictationLanguage,
  isDictationLanguage,
} from '#domain/dictation/languages.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { type DictatedEditor, standAtEnd } from '#src/ui/dictation/run-steps.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { CommandHelp } from './CommandHelp.tsx'
import { DictateButton } from './DictateButton.tsx'
import classes from './dictation.module.css'
import { HeardWords } from './HeardWords.tsx'
import { HeldWords } from './HeldWords.tsx'
import { landUtterance } from './land-utterance.ts'
import { OfferNote } from './OfferNote.tsx'
import { useDictation } from './use-dictation.ts'
import { useDictationKey } from './use-dictation-key.ts'
import { useOffer } from './use-offer.ts'
import { DICTATION_WORDS as WORDS } from './words.ts'

export interface DictationBarProps {
  userId: string
  reportId: string
  /** Returns the editor of the part with the cursor; called whenever words arrive. */
  editor: () => DictatedEditor | null | undefined
  /** Whether the text cannot be edited now. */
  isLocked: boolean
  /** Whether the text is signed, so that the bar shows only heard words that are in no text. */
  isFiled: boolean
}

/** Dictation into the part with the cursor (docs/reports.md#editor): shows the words before they are inserted. */
export const DictationBar = memo(function DictationBar({
  userId,
  reportId,
  editor,
  isLocked,
  isFiled,
}: DictationBarProps) {
  const [language, setLanguage] = usePreference('dictation_language', isDictationLanguage, FIRST)
  const { offer, again } = useOffer(language)
  const land = useStableCallback((utterance: string) => landUtterance(editor(), utterance, language))
  const { dictation, state } = useDictation({ userId, reportId }, land)
  const isListening = state.phase === 'listening'
  const toggle = () => {
    if (isListening) return dictation.stop()
    const text = editor()
    if (offer?.kind !== 'ready' || isLocked || !text) return
    standAtEnd(text)
    dictation.start(offer.recogniser, offer.tag)
  }
  useDictationKey(toggle)
  if (isFiled && state.phase === 'off' && state.held.length === 0) return null

  return (
    <section className={classes.bar} aria-label={WORDS.bar} data-listening={isListening || undefined}>
      <DictateButton
        phase={state.phase}
        offer={offer}
        isLocked={isLocked}
        onToggle={toggle}
        onFetched={again}
      />
      <Select
        className={classes.language}
        aria-label={WORDS.language}
        data={DICTATION_LANGUAGES.map((value) => ({ value, label: WORDS.languages[value] }))}
        value={language}
        onChange={(chosen) => isDictationLanguage(chosen) && setLanguage(chosen)}
        // A running recogniser keeps its language.
        disabled={state.phase !== 'off'}
        allowDeselect={false}
        size="xs"
      />
      <HeardWords state={state} />
      <HeldWords
        held={state.held}
        canInsert={!isLocked}
        onInsert={() => dictation.insertHeld()}
        onDiscard={() => dictation.discardHeld()}
      />
      <OfferNote offer={offer} />
      <CommandHelp language={language} />
    </section>
  )
})

const FIRST: DictationLanguage = 'en-US'
