/** What a copy of a study knows of its activation. */
export interface Activation {
  /** As it was when the server told it. */
  is_active_for_patient: 0 | 1
  /** When it ends; absent in copies from before it travelled. */
  active_until?: string | null | undefined
}

/**
 * Whether a study is activated at `now`: between activation and activation + days (docs/studies.md). The end is no
 * event that anybody is told of, so who shows or asks it compares the times; without an end the flag stands.
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
