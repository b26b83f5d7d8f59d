import { type DictationLanguage, tagsOfLanguage } from '#domain/dictation/languages.ts'
import { createBrowserRecogniser } from './browser-recogniser.ts'
import type { Recogniser } from './recogniser.ts'
import type { SpeechAvailability, SpeechRecognitionClass } from './speech-recognition.ts'

/** The browser's capability for a language under the client's rule. */
export type DictationOffer =
  | { kind: 'ready'; isOnDevice: boolean; tag: string; recogniser: Recogniser }
  /** The browser can recognise on the device after downloading the language. */
  | { kind: 'fetchable'; install: () => Promise<boolean> }
  | { kind: 'none'; reason: NoOffer }

/** Why dictation is unavailable. */
export type NoOffer = 'no_recogniser' | 'only_away' | 'away_offline'

export interface OfferGrounds {
  /** The browser's recogniser, if it has one. */
  speech: SpeechRecognitionClass | undefined
  language: DictationLanguage
  /** Whether an administrator allows a recogniser that sends speech away (docs/reports.md). */
  mayLeaveDevice: boolean
  isOnline: boolean
}

/**
 * Returns the best offer for a language: on the device if the browser supports it, else remote if allowed.
 * Assumes that a browser sends speech away unless it reports recognition on the device.
 */
export async function findOffer(grounds: OfferGrounds): Promise<DictationOffer> {
  const { speech, language, mayLeaveDevice, isOnline } = grounds
  if (!speech) return { kind: 'none', reason: 'no_recogniser' }
  const tags = tagsOfLanguage(language)
  const local = await onDevice(speech, tags)
  if (local?.kind === 'ready') return local
  if (mayLeaveDevice && isOnline) {
    const recogniser = createBrowserRecogniser(speech, false)
    return { kind: 'ready', isOnDevice: false, tag: tags[0], recogniser }
  }
  if (local) return local
  return { kind: 'none', reason: mayLeaveDevice ? 'away_offline' : 'only_away' }
}

async function onDevice(
  speech: SpeechRecognitionClass,
  tags: readonly string[],
): Promise<DictationOffer | undefined> {
  if (!('processLocally' in speech.prototype) || !speech.available) return undefined
  const states = await Promise.all(tags.map(async (tag) => ({ tag, state: await askFor(speech, tag) })))
  const here = states.find(({ state }) => state === 'available')
  if (here) {
    const recogniser = createBrowserRecogniser(speech, true)
    return { kind: 'ready', isOnDevice: true, tag: here.tag, recogniser }
  }
  const later = states.find(({ state }) => state === 'downloadable' || state === 'downloading')
  if (!later || !speech.install) return undefined
  return {
    kind: 'fetchable',
    install: async () => (await speech.install?.({ langs: [later.tag], processLocally: true })) === true,
  }
}

function askFor(speech: SpeechRecognitionClass, tag: string): Promise<SpeechAvailability> {
  const asked = speech.available?.({ langs: [tag], processLocally: true })
  // A browser that does not know the tag may reject.
  return (asked ?? Promise.resolve('unavailable' as const)).catch(() => 'unavailable' as const)
}
