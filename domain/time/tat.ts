const MINUTE_MS = 60_000
const MINUTES_A_DAY = 1_440

/** How a study compares to its allowed turnaround time. */
export interface Tat {
  /** Whole minutes from received to signed, or to now while it is unsigned. */
  usedMinutes: number
  allowedMinutes: number
  /** Allowed minus used: negative once it is over. */
  leftMinutes: number
  isOver: boolean
  /** True until the study is signed: only then the bar ticks. */
  isRunning: boolean
  /** Share of the allowed time used, 0 to 1, for the bar. */
  share: number
}

/** The inputs of TAT; `signed_on` null or absent means not signed yet. */
export interface TatTimes {
  receivedAt: Date
  signedAt?: Date | null
  /** The study's `tat`: allowed minutes; 0 or less means that none were agreed, so it is never overdue. */
  allowedMinutes: number
}

/** TAT of a study at `now` (docs/studies.md#study-lists): minutes counted from received until signed, never below zero. */
export function tatAt({ receivedAt, signedAt, allowedMinutes }: TatTimes, now: Date): Tat {
  const until = signedAt ?? now
  const usedMinutes = Math.max(0, Math.floor((until.getTime() - receivedAt.getTime()) / MINUTE_MS))
  const isAgreed = allowedMinutes > 0
  return {
    usedMinutes,
    allowedMinutes,
    leftMinutes: isAgreed ? allowedMinutes - usedMinutes : 0,
    isOver: isAgreed && usedMinutes > allowedMinutes,
    isRunning: !signedAt,
    share: isAgreed ? Math.min(1, usedMinutes / allowedMinutes) : 0,
  }
}

/** `12 m`, `3 h 12 m`, `1 d 4 h`: two units at most, zero units left out, never negative. */
export function minutesInWords(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes))
  const [d, h, m] = [Math.floor(whole / MINUTES_A_DAY), Math.floor((whole % MINUTES_A_DAY) / 60), whole % 60]
  const pair =
    d > 0
      ? [
          [d, 'd'],
          [h, 'h'],
        ]
      : [
          [h, 'h'],
          [m, 'm'],
        ]
  return (
    pair
      .filter(([value]) => value !== 0)
      .map(([value, unit]) => `${value} ${unit}`)
      .join(' ') || '0 m'
  )
}

/** `3 h 12 m left`, `1 d 4 h over`; once signed `2 h 5 m`, with `, 20 m over` if it was late. */
export function tatInWords(tat: Tat): string {
  if (!tat.isRunning) {
    const late = tat.isOver ? `, ${minutesInWords(-tat.leftMinutes)} over` : ''
    return `${minutesInWords(tat.usedMinutes)}${late}`
  }
  if (tat.isOver) return `${minutesInWords(-tat.leftMinutes)} over`
  return tat.allowedMinutes > 0 ? `${minutesInWords(tat.leftMinutes)} left` : minutesInWords(tat.usedMinutes)
}
