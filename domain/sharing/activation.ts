/** The activation data in a copy of a study. */
export interface Activation {
  /** The state when the server sent the copy. */
  is_active_for_patient: 0 | 1
  /** When it ends; absent in copies from before the field existed. */
  active_until?: string | null | undefined
}

/**
 * Whether a study is activated at `now`: between activation and activation + days (docs/studies.md). No event marks the
 * end, so every reader must compare the times; without an end the flag decides.
 */
export function activeAt({ is_active_for_patient, active_until }: Activation, now: Date): 0 | 1 {
  if (is_active_for_patient === 0) return 0
  return !active_until || Date.parse(active_until) > now.getTime() ? 1 : 0
}

const DAY_MS = 86_400_000

/** When an activation that begins at `from` ends. */
export function activationEnd(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}
