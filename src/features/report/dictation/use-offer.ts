import { useEffect, useState } from 'react'
import { dictationCalls } from '#contract/calls/dictation.ts'
import type { DictationLanguage } from '#domain/dictation/languages.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type DictationOffer, findOffer } from './find-offer.ts'
import { findSpeechRecognition } from './speech-recognition.ts'

/** Returns the browser's current offer for a language; undefined while it is queried. `again` queries it again. */
export function useOffer(language: DictationLanguage): {
  offer: DictationOffer | undefined
  again: () => void
} {
  const { online: isOnline } = useLink()
  const { answer } = useCall(dictationCalls.dictationRules, {}, isOnline)
  const mayLeaveDevice = answer?.result.may_leave_device === 1
  const [round, setRound] = useState(0)
  const grounds = `${language} ${mayLeaveDevice} ${isOnline} ${round}`
  const [found, setFound] = useState<{ grounds: string; offer: DictationOffer }>()
  useEffect(() => {
    let isCurrent = true
    void findOffer({ speech: findSpeechRecognition(), language, mayLeaveDevice, isOnline }).then(
      (offer) => isCurrent && setFound({ grounds, offer }),
    )
    return () => {
      isCurrent = false
    }
  }, [grounds, language, mayLeaveDevice, isOnline])
  const offer = found?.grounds === grounds ? found.offer : undefined
  return { offer, again: () => setRound(round + 1) }
}
