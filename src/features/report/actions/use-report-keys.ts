import { useEffect, useRef } from 'react'
import { APP_KEYS, type AppKeyName, comboOf, isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

const PART_COMBOS: readonly string[] = APP_KEYS.parts.combos

export interface ReportKeys {
  onDraft: () => void
  onSign: () => void
  onSignNext: () => void
  onSkip: () => void
  onFindTemplate: () => void
  onPart: (part: ReportPart) => void
  onPriors: () => void
  onCompared: () => void
  onFollowUp: () => void
  onOwnFollowUp: () => void
  onAiDraft: () => void
}

const ACTION_OF = {
  draft: 'onDraft',
  sign: 'onSign',
  signNext: 'onSignNext',
  skip: 'onSkip',
  findTemplate: 'onFindTemplate',
  priors: 'onPriors',
  compared: 'onCompared',
  followUp: 'onFollowUp',
  ownFollowUp: 'onOwnFollowUp',
  aiDraft: 'onAiDraft',
} as const satisfies Partial<Record<AppKeyName, keyof ReportKeys>>
const NAMES = Object.keys(ACTION_OF) as (keyof typeof ACTION_OF)[]

/**
 * Calls the functions of Ctrl+S, Ctrl+Enter, Alt+1..8 and the reading keys in a report (Cmd on a Mac).
 * Handles them before the editor and surrounding elements; ignores keys without a function.
 */
export function useReportKeys(keys: Partial<ReportKeys>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useHeardKeys(heardOf(keys))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current)
      if (!action || event.repeat || isInDialog(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function actionOf(event: KeyboardEvent, keys: Partial<ReportKeys>): (() => void) | undefined {
  // Windows reports AltGr as Ctrl and Alt: it types a letter (such as the Polish ń).
  if (event.ctrlKey && event.getModifierState('AltGraph')) return undefined
  const name = NAMES.find((one) => isAppKey(one, event))
  if (name) return keys[ACTION_OF[name]]
  const part = REPORT_PARTS[PART_COMBOS.indexOf(comboOf(event))]
  const { onPart } = keys
  return part && onPart && (() => onPart(part))
}

const heardOf = (keys: Partial<ReportKeys>): AppKeyName[] => [
  ...NAMES.filter((name) => keys[ACTION_OF[name]]),
  ...(keys.onPart ? (['parts'] as const) : []),
]

// An open dialog handles keys first.
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
