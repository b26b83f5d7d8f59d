import { useLive } from '../use-live.ts'
import { UNSAVED_TEXTS, type UnsavedText } from './unsaved-texts.ts'

export type { UnsavedText }

/** The texts that were typed on this device and that no change carries yet, oldest first. */
export function useUnsavedTexts(): readonly UnsavedText[] {
  return useLive(UNSAVED_TEXTS, '').answer ?? NONE
}

const NONE: readonly UnsavedText[] = []
