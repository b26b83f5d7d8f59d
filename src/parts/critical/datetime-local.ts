/** Returns an instant in the format of a `datetime-local` field, in the reader's time zone; empty for none. */
export function toLocalField(instant: string | null): string {
  if (instant === null) return ''
  const time = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Returns the instant of such a field; null if it is empty or not a time. */
export function fromLocalField(value: string): string | null {
  const time = new Date(value)
  return value === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
